/** What the log keeps of an error. */
export type LoggedError = {
  type: string
  code?: string | number
  message?: string
  /** Where it was thrown, without the first lines, which repeat the message. */
  stack?: string
  model?: string
  cause?: LoggedError
}

/**
 * Errors whose messages quote what a visitor typed: Prisma prints a query's values, PostgreSQL the value it could not
 * take, the JSON parser the text it stumbled over, zod the names of unknown fields.
 */
const quotesInput = /^(Prisma|DriverAdapterError|DatabaseError|SqliteError|SyntaxError|ZodError|\$Zod)/

/** Begins where no part of an address stands before, so that a long text without one is read once. */
const emailAddress = /(?<![^\s"'<>()[\]{},;:=])[^\s"'<>()[\]{},;:=]+@[^\s"'<>()[\]{},;:=]+/g

/** Causes of causes beyond this say nothing new. */
const deepestCause = 4

/**
 * Describes an error for the log without anything that a visitor may have typed.
 *
 * @param error whatever was thrown
 */
export function logError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return logOther(error)

  const { code, meta } = error as { code?: unknown; meta?: unknown }
  const stack = stackFrames(error)
  const cause = causeOf(error, meta)
  const model = field(meta, 'modelName')
  return {
    type: error.constructor.name || error.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(mayQuoteInput(error) ? {} : { message: error.message.replace(emailAddress, '[address]') }),
    ...(stack ? { stack } : {}),
    ...(typeof model === 'string' ? { model } : {}),
    ...(cause !== undefined && depth < deepestCause ? { cause: logError(cause, depth + 1) } : {}),
  }
}

/** Database drivers throw objects, too, whose kind and code say everything that may be told. */
function logOther(thrown: unknown): LoggedError {
  const [kind, code] = [field(thrown, 'kind'), field(thrown, 'originalCode')]
  return { type: typeof kind === 'string' ? kind : typeof thrown, ...(typeof code === 'string' ? { code } : {}) }
}

/** Also when it only repeats the words of its cause, as wrapping errors do. */
function mayQuoteInput(error: Error, depth = 0): boolean {
  if (quotesInput.test(error.name) || quotesInput.test(error.constructor.name)) return true
  const { cause, message } = error
  const repeats = cause instanceof Error && cause.message !== '' && message.includes(cause.message)
  return repeats && depth < deepestCause && mayQuoteInput(cause, depth + 1)
}

function stackFrames({ stack = '', message }: Error): string {
  return stack
    .replace(message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}

function causeOf(error: Error, meta: unknown): unknown {
  // Prisma keeps the driver's error out of the usual place.
  return error.cause ?? field(meta, 'driverAdapterError')
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

export type LoggedError = {
  type: string
  code?: string | number
  message?: string
  stack?: string
  model?: string
  cause?: LoggedError
}

/** Prisma and the databases quote values, the JSON parser text, zod unknown keys. */
const quotesInput = /^(Prisma|DriverAdapterError|DatabaseError|SqliteError|SyntaxError|ZodError|\$Zod)/

/** Matches only at the beginning of a word, to scan a long text once. */
const emailAddress = /(?<![^\s"'<>()[\]{},;:=])[^\s"'<>()[\]{},;:=]+@[^\s"'<>()[\]{},;:=]+/g

const maxCauseDepth = 4

/** Leaves out anything that a visitor may have typed. */
export function logError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return logOther(error)

  const { code, meta } = error as { code?: unknown; meta?: unknown }
  const stack = stackFrames(error)
  const cause = findCause(error, meta)
  const model = field(meta, 'modelName')
  return {
    type: error.constructor.name || error.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(mayQuoteInput(error) ? {} : { message: error.message.replace(emailAddress, '[address]') }),
    ...(stack ? { stack } : {}),
    ...(typeof model === 'string' ? { model } : {}),
    ...(cause !== undefined && depth < maxCauseDepth ? { cause: logError(cause, depth + 1) } : {}),
  }
}

/** Database drivers throw plain objects, too. */
function logOther(thrown: unknown): LoggedError {
  const [kind, code] = [field(thrown, 'kind'), field(thrown, 'originalCode')]
  return { type: typeof kind === 'string' ? kind : typeof thrown, ...(typeof code === 'string' ? { code } : {}) }
}

/** An error may repeat the message of its cause. */
function mayQuoteInput(error: Error, depth = 0): boolean {
  if (quotesInput.test(error.name) || quotesInput.test(error.constructor.name)) return true
  const { cause, message } = error
  const repeats = cause instanceof Error && cause.message !== '' && message.includes(cause.message)
  return repeats && depth < maxCauseDepth && mayQuoteInput(cause, depth + 1)
}

function stackFrames({ stack = '', message }: Error): string {
  return stack
    .replace(message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}

function findCause(error: Error, meta: unknown): unknown {
  return error.cause ?? field(meta, 'driverAdapterError')
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

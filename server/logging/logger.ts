import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '#server/config.ts'
import { logError } from './log-error.ts'

/** Drops personal data and secrets that are logged by mistake. */
const neverLogged = ['authorization', 'body', 'cookie', 'email', 'headers', 'input', 'password', 'phone', 'token']

/** In bytes. Lines that cannot be written wait for the next one. */
const maxWaiting = 1024 * 1024

/**
 * A full disk, or a reader that is slow or gone, must neither hold up the process nor its end. By default, pino tries again until a
 * line is written.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: maxWaiting, retryEAGAIN: () => false })
  output.on('error', () => undefined)
  return Object.assign(output, { flushSync: () => undefined })
}

export function createLogger(level: Config['logLevel'], destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: logError, error: logError },
      redact: { paths: neverLogged.flatMap((name) => [name, `*.${name}`]), remove: true },
      hooks: { logMethod: withOwnMessage },
    },
    destination ?? standardOutput(),
  )
}

/** Without a message, pino would log the error's own, past the serializer. */
function withOwnMessage(this: Logger, values: Parameters<Logger['info']>, log: Logger['info']): void {
  const [first, ...words]: unknown[] = values
  const fields = first instanceof Error ? { err: first } : first
  const wordless = words.length === 0 && typeof fields === 'object' && fields !== null && 'err' in fields
  log.apply(this, [fields, ...(wordless ? ['an error'] : words)] as typeof values)
}

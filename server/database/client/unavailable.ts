import { DatabaseUnavailable } from '#server/database/database.ts'

const prismaCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037'])

const adapterKinds = new Set([
  'AuthenticationFailed',
  'ConnectionClosed',
  'DatabaseAccessDenied',
  'DatabaseDoesNotExist',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
  'TransactionWriteConflict',
])

/**
 * Codes of SQLite (locked, full, unreadable, damaged), of PostgreSQL (08 connection, 53 resources, 57 operator, 58 and XX
 * damage, 25006 read-only, 25P03 idle transaction, 40 deadlock, 55P03 lock not available, and a schema that was changed
 * by hand: 42501 rights, 42P01 table, 42703 column, 3F000 schema, 23514 a constraint that is not ours) and of sockets.
 */
const driverCode =
  /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM|PROTOCOL|CORRUPT|NOTADB)|(08|53|57|58|XX|40)...$|25006$|25P03$|55P03$|42(501|P01|703)$|3F000$|23514$|E(CONN|PIPE|TIMEDOUT|HOST|NET|AI_)|ENOTFOUND)/

/** pg reports lost and refused connections only by message. */
const driverMessage =
  /connection terminated|timeout exceeded when trying to connect|connection error|database connection is not open/i

type ErrorLike = {
  code?: unknown
  kind?: unknown
  message?: unknown
  originalCode?: unknown
  cause?: unknown
  meta?: { driverAdapterError?: unknown }
}

function isUnavailability(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 5) return false
  const { code, kind, message, originalCode, cause, meta } = error as ErrorLike
  return (
    (typeof code === 'string' && (prismaCodes.has(code) || driverCode.test(code))) ||
    (typeof kind === 'string' && adapterKinds.has(kind)) ||
    (typeof originalCode === 'string' && driverCode.test(originalCode)) ||
    (typeof message === 'string' && driverMessage.test(message)) ||
    isUnavailability(cause, depth + 1) ||
    isUnavailability(meta?.driverAdapterError, depth + 1)
  )
}

/** Converts an error to {@link DatabaseUnavailable} unless the query is at fault. */
export function databaseError(error: unknown): unknown {
  return isUnavailability(error) ? new DatabaseUnavailable('The database is not available', { cause: error }) : error
}

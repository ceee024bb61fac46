import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { ConfigError } from './config.ts'
import { DatabaseUnavailable } from './database/database.ts'

const doctor = 'The command doctor (npm run ops -- doctor) checks the settings and says what to do.'

type SystemError = { readonly code?: string; readonly syscall?: string; readonly port?: number; readonly path?: string }

/** Says why the server could not start and what to do, in one or two lines without a stack. */
export function startProblem(error: unknown): string {
  if (!(error instanceof Error)) return `The server could not start: ${String(error)}`
  if (error instanceof ConfigError) return error.message
  const known = knownProblem(error)
  if (known) return known
  const { cause, message } = error
  const reason = error instanceof DatabaseUnavailable && cause instanceof Error ? cause.message : ''
  return `The server could not start: ${message}${message.includes(reason) ? '' : ` (${reason})`}\n${doctor}`
}

function knownProblem(error: Error): string | undefined {
  const { code, syscall, port, path } = error as SystemError
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop that one, or set PORT to another number.`
    case 'ENOSPC':
    case 'SQLITE_FULL':
      return `The disk is full${path ? ` (${path})` : ' that has the database'}. Free some space and start again.`
    case 'EACCES':
    case 'EPERM':
      if (syscall === 'listen')
        return `The account ${account()} may not use port ${port}. Set PORT to a number from 1024, with a reverse proxy in front of it.`
      return (
        path &&
        `The account ${account()} may not use ${path}${getOwner(path)}. Start the server as its owner, or run: chown ${account()} ${path}`
      )
  }
  if (code === 'ERR_DLOPEN_FAILED' || error.message.startsWith('Could not locate the bindings file'))
    return 'The module better-sqlite3 is missing or was built for another version of Node.js. Run this in the folder of package.json: npm rebuild better-sqlite3'
  return undefined
}

/** A user id without a name, as in some containers, has no account. */
function account(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

function getOwner(path: string): string {
  try {
    return `, which belongs to the user id ${statSync(path).uid}`
  } catch {
    return ''
  }
}

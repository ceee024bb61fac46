import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { startProblem } from '#server/start-problem.ts'

const failed = (message: string, about: object) => Object.assign(new Error(message), about)

it.each([
  ['a port in use', failed('x', { code: 'EADDRINUSE', port: 3000 }), /^Port 3000 is in use .+ set PORT/],
  [
    'a port without the right',
    failed('x', { code: 'EACCES', syscall: 'listen', port: 80 }),
    /may not use port 80\. Set PORT/,
  ],
  [
    'a module of another Node.js',
    failed('was compiled against', { code: 'ERR_DLOPEN_FAILED' }),
    /npm rebuild better-sqlite3$/,
  ],
  [
    'a module that is missing',
    new Error('Could not locate the bindings file. Tried:\n'),
    /npm rebuild better-sqlite3$/,
  ],
  ['a full disk', failed('x', { code: 'ENOSPC', path: '/data/mail' }), /disk is full \(\/data\/mail\)/],
  ['a full disk of the database', failed('x', { code: 'SQLITE_FULL' }), /disk is full that has the database/],
  [
    'an unknown failure',
    failed('unable to open database file', { code: 'SQLITE_CANTOPEN' }),
    /unable to open .+\n.+doctor/,
  ],
  [
    'a database out of reach',
    new DatabaseUnavailable('The database could not be reached', { cause: new Error('ECONNREFUSED') }),
    /could not be reached \(ECONNREFUSED\)\n.+doctor/,
  ],
])('%s is reported with what to do', (_, error, text) => {
  expect(startProblem(error)).toMatch(text)
})

it('a file of another account is named with its owner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'owner-'))
  const error = failed('x', { code: 'EACCES', path: folder })
  const owner = `which belongs to the user id ${process.getuid?.()}`
  expect(startProblem(error)).toMatch(new RegExp(`may not use ${folder}, ${owner}\\. .+ chown \\S+ ${folder}$`))
  rmSync(folder, { recursive: true })
})

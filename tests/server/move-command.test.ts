import { CommanderError } from 'commander'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addMoveCommands } from '#server/cli/commands/move.ts'
import { createProgram } from '#server/cli/program.ts'
import { MoveRefused } from '#server/database/move-marks.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder('move-command')
})
afterEach(() => folder.remove())

/** @returns what the command throws, and what it writes about wrong arguments */
async function failure(args: readonly string[]) {
  const program = createProgram('ops', '')
  let written = ''
  program.configureOutput({ writeErr: (text) => (written += text) })
  addMoveCommands(program)
  const error: unknown = await program.parseAsync(args, { from: 'user' }).catch((thrown: unknown) => thrown)
  return { error, written }
}

it.each([
  ['another scheme', ['--from', 'mysql://localhost/a', '--to', 'file:a.db'], "'--from <url>' argument"],
  ['a path', ['--from', 'file:a.db', '--to', 'data/app.db'], "'--to <url>' argument"],
  ['no host', ['--from', 'file:a.db', '--to', 'postgresql:///a'], "'--to <url>' argument"],
  ['no target', ['--from', 'file:a.db'], "required option '--to <url>'"],
])('the command move refuses %s as wrong arguments', async (_name, args, message) => {
  const { error, written } = await failure(['move', ...args])
  expect(error).toBeInstanceOf(CommanderError)
  expect(written).toContain(message)
})

it('the command move says what to mend in one sentence', async () => {
  const { error } = await failure(['move', '--from', `file:${folder.path}/a.db`, '--to', 'postgresql://localhost/a'])
  expect(error).toEqual(new MoveRefused(`There is no database at ${folder.path}/a.db.`))
})

it('the command reopen says what to mend in one sentence', async () => {
  const { error } = await failure(['reopen', `file:${folder.path}/a.db`])
  expect(error).toEqual(new MoveRefused(`There is no database at ${folder.path}/a.db.`))
})

import { expect, it } from 'vitest'
import { addStaffSubcommands } from '#server/cli/commands/staff.ts'
import { createProgram } from '#server/cli/program.ts'
import type { StaffCommand } from '#server/cli/staff-command.ts'

/** @returns the command that would run, and what is printed on the error output */
async function parse(args: readonly string[]) {
  let stderr = ''
  const commands: StaffCommand[] = []
  const program = createProgram('staff', '').configureOutput({ writeErr: (text) => (stderr += text) })
  addStaffSubcommands(program, async (command) => void commands.push(command))
  const exitCode = await program.parseAsync(args, { from: 'user' }).then(
    () => 0,
    (error: { exitCode: number }) => error.exitCode,
  )
  return { exitCode, stderr, command: commands[0] }
}

it.each([
  [['add', 'Ada@Mail.example'], { name: 'add', email: 'ada@mail.example', role: 'staff' }],
  [['add', 'ada@mail.example', '--role', 'admin'], { name: 'add', email: 'ada@mail.example', role: 'admin' }],
  [['add', '--role=staff', 'ada@mail.example'], { name: 'add', email: 'ada@mail.example', role: 'staff' }],
  [
    ['add', 'ada@mail.example', '--name', ' Ada Romero '],
    { name: 'add', email: 'ada@mail.example', role: 'staff', called: 'Ada Romero' },
  ],
  [['revoke', 'ada@mail.example'], { name: 'revoke', email: 'ada@mail.example' }],
  [
    ['revoke', 'ada@mail.example', '--to', 'Ben@mail.example'],
    { name: 'revoke', email: 'ada@mail.example', to: 'ben@mail.example' },
  ],
  [['reset', 'Ada@mail.example'], { name: 'reset', email: 'ada@mail.example' }],
  [['list'], { name: 'list' }],
])('npm run staff understands the arguments %j', async (args, command) => {
  expect(await parse(args)).toEqual({ exitCode: 0, stderr: '', command })
})

it.each([
  [[], 'Usage: staff'],
  [['add'], "missing required argument 'email'"],
  [['add', 'nobody'], 'This is not a valid email address.'],
  [['add', 'a@mail.example', 'b@mail.example'], "too many arguments for 'add'"],
  [['add', 'a@mail.example', '--role', 'user'], "'user' is invalid. Allowed choices are staff, admin."],
  [['add', 'a@mail.example', '--role'], 'argument missing'],
  [['add', 'a@mail.example', '--name', '  '], 'Please enter your name.'],
  [['add', 'a@mail.example', '--admin'], "unknown option '--admin'"],
  [['revoke'], "missing required argument 'email'"],
  [['revoke', 'a@mail.example', '--role', 'staff'], "unknown option '--role'"],
  [['revoke', 'a@mail.example', '--to', 'ben'], 'This is not a valid email address.'],
  [['reset'], "missing required argument 'email'"],
  [['reset', 'nobody'], 'This is not a valid email address.'],
  [['reset', 'a@mail.example', 'b@mail.example'], "too many arguments for 'reset'"],
  [['list', 'a@mail.example'], "too many arguments for 'list'"],
  [['delete', 'a@mail.example'], "unknown command 'delete'"],
])('npm run staff refuses the arguments %j with %j and how it is used', async (args, message) => {
  const { exitCode, stderr, command } = await parse(args)
  expect([exitCode, command]).toEqual([1, undefined])
  expect(stderr).toContain(message)
  expect(stderr).toContain('Usage: staff')
})

import { expect, it } from 'vitest'
import { parseStaffCommand, UsageError } from '#server/cli/staff-command.ts'

it.each([
  [['add', 'Ada@Mail.example'], { name: 'add', email: 'ada@mail.example', role: 'staff' }],
  [['add', 'ada@mail.example', '--role', 'admin'], { name: 'add', email: 'ada@mail.example', role: 'admin' }],
  [['--role=staff', 'add', 'ada@mail.example'], { name: 'add', email: 'ada@mail.example', role: 'staff' }],
  [['revoke', 'ada@mail.example'], { name: 'revoke', email: 'ada@mail.example' }],
  [['reset', 'Ada@mail.example'], { name: 'reset', email: 'ada@mail.example' }],
  [['list'], { name: 'list' }],
])('npm run staff understands the arguments %j', (args, command) => {
  expect(parseStaffCommand(args)).toEqual(command)
})

it.each([
  [[], 'Missing command.'],
  [['add'], 'add requires exactly one email address.'],
  [['add', 'nobody'], '"nobody" is not a valid email address.'],
  [['add', 'a@mail.example', 'b@mail.example'], 'add requires exactly one email address.'],
  [['add', 'a@mail.example', '--role', 'user'], 'Unknown role "user". Use staff or admin.'],
  [['add', 'a@mail.example', '--role'], 'argument missing'],
  [['add', 'a@mail.example', '--admin'], "Unknown option '--admin'"],
  [['revoke'], 'revoke requires exactly one email address.'],
  [['revoke', 'a@mail.example', '--role', 'staff'], 'Only add accepts --role.'],
  [['reset'], 'reset requires exactly one email address.'],
  [['reset', 'nobody'], '"nobody" is not a valid email address.'],
  [['reset', 'a@mail.example', 'b@mail.example'], 'reset requires exactly one email address.'],
  [['reset', 'a@mail.example', '--role', 'staff'], 'Only add accepts --role.'],
  [['list', 'a@mail.example'], 'Unknown command "list a@mail.example".'],
  [['delete', 'a@mail.example'], 'Unknown command "delete a@mail.example".'],
])('npm run staff refuses the arguments %j with %j', (args, message) => {
  expect(() => parseStaffCommand(args)).toThrow(UsageError)
  expect(() => parseStaffCommand(args)).toThrow(message)
})

import { describe, expect, it } from 'vitest'
import { parseStaffCommand, UsageError } from '#server/cli/staff-command.ts'

describe('the words after npm run staff --', () => {
  it.each([
    [['add', 'Ada@Mail.example'], { name: 'add', email: 'ada@mail.example', role: 'staff' }],
    [['add', 'ada@mail.example', '--role', 'admin'], { name: 'add', email: 'ada@mail.example', role: 'admin' }],
    [['--role=staff', 'add', 'ada@mail.example'], { name: 'add', email: 'ada@mail.example', role: 'staff' }],
    [['revoke', 'ada@mail.example'], { name: 'revoke', email: 'ada@mail.example' }],
    [['reset', 'Ada@mail.example'], { name: 'reset', email: 'ada@mail.example' }],
    [['list'], { name: 'list' }],
  ])('%j are understood', (words, command) => {
    expect(parseStaffCommand(words)).toEqual(command)
  })

  it.each([
    [[]],
    [['add']],
    [['add', 'nobody']],
    [['add', 'a@mail.example', 'b@mail.example']],
    [['add', 'a@mail.example', '--role', 'user']],
    [['add', 'a@mail.example', '--role']],
    [['add', 'a@mail.example', '--admin']],
    [['revoke']],
    [['revoke', 'a@mail.example', '--role', 'staff']],
    [['reset']],
    [['reset', 'nobody']],
    [['reset', 'a@mail.example', 'b@mail.example']],
    [['reset', 'a@mail.example', '--role', 'staff']],
    [['list', 'a@mail.example']],
    [['delete', 'a@mail.example']],
  ])('%j are refused in words', (words) => {
    expect(() => parseStaffCommand(words)).toThrow(UsageError)
  })
})

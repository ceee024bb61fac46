import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, test } from 'vitest'
import { passwordProblem } from '#server/auth/password-policy.ts'

const email = 'ada.romero@example.com'

describe('a new password', () => {
  test.each([
    ['of 8 characters', 'gr9-Tk2x'],
    ['of 8 characters beyond the usual ones', 'пароль-щ'],
    ['of 64 ASCII characters', `${'q7-'.repeat(21)}x`],
    ['of 72 bytes', 'q7-'.repeat(24)],
    ['of 18 emoji, which are 72 bytes', '🦀'.repeat(18)],
    ['of one kind of characters only', 'correcthorsebatterystaple'],
    ['with spaces at both ends, which count', '  abcd  '],
  ])('A5 a password %s is taken', async (_, password) => {
    expect(await passwordProblem(password, email)).toBeUndefined()
  })

  test.each([
    ['of 7 characters', 'gr9-Tk2', /at least 8/],
    ['of 7 emoji, which are 14 UTF-16 units', '🦀'.repeat(7), /at least 8/],
    ['of 73 bytes', `${'q7-'.repeat(24)}x`, /at most 72/],
    ['of 19 emoji', '🦀'.repeat(19), /at most 72/],
    ['with a NUL', 'gr9-Tk2x\0', /control characters/],
    ['with half a surrogate pair', 'gr9-Tk2x\ud83e', /control characters/],
    ['that is the address of the account', email, /email address/],
    ['that is the address in capitals', email.toUpperCase(), /email address/],
  ])('A5 a password %s is refused in words', async (_, password, problem) => {
    expect(await passwordProblem(password, email)).toMatch(problem)
  })

  test('A6 a password on the list of common ones is refused, also in capitals', async () => {
    const words = dictionary['passwords-common'].filter((word) => word.length >= 8)
    expect(words.length).toBeGreaterThan(3_000)
    const taken = []
    for (const word of words)
      for (const typed of [word, word.toUpperCase()])
        if ((await passwordProblem(typed, email)) === undefined) taken.push(typed)
    expect(taken).toEqual([])
  })
})

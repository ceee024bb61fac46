import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { passwordProblem } from '#server/accounts/passwords/password-policy.ts'

const email = 'ada.romero@example.com'

test.each([
  ['of 8 characters', 'gr9-Tk2x'],
  ['of 8 characters beyond the usual ones', 'пароль-щ'],
  ['of 64 ASCII characters', 'q7-x'.repeat(16)],
  ['of 72 bytes', 'q7-x'.repeat(18)],
  ['of 18 emoji, which are 72 bytes', '🦀🦞🦐🦑🐙🪸'.repeat(3)],
  ['with one kind of characters only', 'correcthorsebatterystaple'],
  ['with spaces at both ends, which count', '  agzu  '],
  ['of common words in a row', 'dragon sunshine password'],
  ['of a common word and much else', 'password of the garage'],
  ['of a company word and much else', 'five builders drink tea'],
  ['of letters alone, all small', 'mvkzqhwy'],
  ['of digits alone', '83105927'],
  ['with a zero-width character inside', 'mvkz\u200bqhwy'],
])('A5 accepts a password %s', async (_, password) => {
  expect(await passwordProblem(password, email)).toBeUndefined()
})

test.each([
  ['of 7 characters', 'gr9-Tk2', /at least 8/],
  ['of 7 emoji, which are 14 UTF-16 units', '🦀'.repeat(7), /at least 8/],
  ['of 73 bytes', `${'q7-'.repeat(24)}x`, /at most 72/],
  ['of 19 emoji', '🦀'.repeat(19), /at most 72/],
  ['with a NUL', 'gr9-Tk2x\0', /control characters/],
  ['with half a surrogate pair', 'gr9-Tk2x\ud83e', /control characters/],
  ['of spaces alone', ' '.repeat(8), /easy to guess/],
  ['of zero-width spaces alone', '\u200b'.repeat(8), /easy to guess/],
  ['of all kinds of blanks', '\u00a0\u2003\u3000\u2800\u3164\u200d\u2060\ufeff', /easy to guess/],
  ['of one character', 'x'.repeat(20), /easy to guess/],
  ['of one emoji', '🦀'.repeat(18), /easy to guess/],
  ['of three characters', 'xyzxyzxyzzyx', /easy to guess/],
  ['that is the account’s email address', email, /email address/],
  ['that is the account’s email address in capitals', email.toUpperCase(), /email address/],
])('A5 refuses a password %s with the reason', async (_, password, problem) => {
  expect(await passwordProblem(password, email)).toMatch(problem)
})

test.each([
  ...['Password1!', 'password1!', 'PASSWORD2026!', '!!password', '123Password!', 'P@ssw0rd', 'P@$$w0rd1!'],
  ...['p455w0rd99', 'Passw0rd#1', 'pass\u200bword', ' password ', 'Summer2026!', 'Welcome123!', 'Qwerty!2345'],
  ...['L3tm31n!!', 'f00tba11', 'Dragon-2026'],
])('A6 refuses %s, a common password in disguise', async (password) => {
  expect(await passwordProblem(password, email)).toMatch(/easy to guess/)
})

test.each([
  ...['fiveborough', 'FiveBorough1', 'Five Borough Builders', 'five-borough-builders-2026', 'F1v3B0r0ugh!'],
  ...['boroughbuilders', 'fiveboroughbuilders.example', 'hello@fiveboroughbuilders.example', 'Builders2026!'],
  ...['(212) 555-0142', '+12125550142', '2125550142!'],
])('A6 refuses %s, little more than the company’s name', async (password) => {
  expect(await passwordProblem(password, email)).toMatch(/easy to guess/)
})

test('A6 refuses every password on the list of common ones, also in capitals', async () => {
  const words = dictionary['passwords-common'].filter((word) => word.length >= 8)
  expect(words.length).toBeGreaterThan(3_000)
  expect(dictionary['passwords-common'].length).toBeGreaterThanOrEqual(10_000)
  const accepted = []
  for (const word of words)
    for (const typed of [word, word.toUpperCase()])
      if ((await passwordProblem(typed, email)) === undefined) accepted.push(typed)
  expect(accepted).toEqual([])
})

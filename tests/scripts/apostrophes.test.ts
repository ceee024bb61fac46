import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it.each(['client', 'server/mail/templates'])('texts in %s have curly apostrophes', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const lines = files.flatMap((file) => readFileSync(`${folder}/${file}`, 'utf8').split('\n'))
  // "Let's Build Together" and "We'll contact you" were given with straight ones.
  const straight = /[a-z]'(s(?! Build)|ll(?! contact)|t|re|ve|d)\b/i
  expect(lines.filter((line) => straight.test(line) && !/^\s*(\/\/|\{?\/?\*)/.test(line))).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

// A doc comment that begins like a riddle, or a comment about people in general.
const riddle = /^\s*(?:(?:\/\*\*|\*) What |(?:\/\*\*?|\*|\/\/) .*\b(?:whoever|somebody|nobody|anybody)\b(?!`))/i

it.each(['server', 'client', 'shared', 'scripts', 'tests'])('comments in %s name their subject', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(?:ts|tsx|mjs)$/.test(path),
  )
  expect(files).not.toEqual([])
  const found = files.flatMap((file) => {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n')
    return lines.flatMap((line, index) => (riddle.test(line) ? [`${file}:${index + 1}${line}`] : []))
  })
  expect(found).toEqual([])
})

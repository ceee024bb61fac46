import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { securityDocument } from '#tests/support/server/security-document.ts'

const testDir = fileURLToPath(new URL('..', import.meta.url))

/** The number at the beginning of a test's name, in a call or in a table of cases. */
const numberedName = /[([]\s*(['"`])([A-D]\d{1,2}) /g

/** The numbers in each file, by its path below tests/. */
const numbersByFile = new Map(
  readdirSync(testDir, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .map((file) => {
      const text = readFileSync(join(testDir, file), 'utf8')
      return [file.replaceAll('\\', '/'), new Set([...text.matchAll(numberedName)].map(([, , number = '']) => number))]
    }),
)

/** The rows of the document's tables of promises. */
const promises = [...securityDocument().matchAll(/^\| ([A-D]\d{1,2}) \|.*\| ([^|]*) \|$/gm)].map(
  ([, number = '', links = '']) => ({
    number,
    links: [...links.matchAll(/\[([^\]]*)\]\(\.\.\/tests\/([^)]*)\)/g)].map(([, name = '', file = '']) => ({
      name,
      file,
    })),
  }),
)

it('numbers the promises of docs/security.md from one on, each once', () => {
  for (const [letter, count] of Object.entries({ A: 15, B: 17, C: 5, D: 12 }))
    expect(promises.map(({ number }) => number).filter((number) => number.startsWith(letter))).toEqual(
      Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
    )
})

it('finds a test with the number of each promise in every file that docs/security.md names', () => {
  for (const { number, links } of promises) {
    expect(links, number).not.toEqual([])
    for (const { name, file } of links) {
      expect(basename(file).replace(/\.(test|spec)\.tsx?$/, ''), number).toBe(name)
      expect(numbersByFile.get(file)?.has(number), `a test of ${file} whose name begins with ${number}`).toBe(true)
    }
  }
})

it('finds every number of a test in docs/security.md', () => {
  const known = new Set(promises.map(({ number }) => number))
  for (const [file, numbers] of numbersByFile)
    for (const number of numbers) expect(known.has(number), `${number} of ${file}`).toBe(true)
})

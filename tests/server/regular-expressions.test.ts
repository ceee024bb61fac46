import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import { parseSync, Visitor } from 'vite'
import { expect, it } from 'vitest'
import { z } from 'zod'

/** A password is refused before these see it when it has more bytes than bcrypt reads. */
const passwordDecoration = {
  reason: 'passwords have at most 72 bytes',
  texts: ['1', '!', '王'].flatMap((piece) => [`${piece.repeat(71)}a`, `a${piece.repeat(71)}a`]),
}

type Pattern = { readonly source: string; readonly flags: string; readonly file: string }

/**
 * Patterns that may take more than time in proportion to a text, with the reason why they may. Each text is as long as
 * the pattern ever gets one.
 */
const exceptions: Readonly<Record<string, { reason: string; texts: readonly string[] }>> = {
  '/<style>(.*?)<\\/style>/gs': { reason: 'reads pages of the build, at the start', texts: [] },
  '/(.{1,72})(?: +|$)/g': {
    reason: 'looks ahead 72 characters, in paragraphs of at most 4,000',
    texts: ['a', ' ', '王', '\u{1D49C}', 'a ', 'a  '].flatMap((piece) => [
      piece.repeat(4_000 / piece.length),
      `${piece.repeat(1_300)}\n`,
    ]),
  },
  '/[^\\p{L}]+$/u': passwordDecoration,
  '/^[^\\p{L}]+|[^\\p{L}]+$/gu': passwordDecoration,
  // The checker does not read the white space in the look-behind; see the test below.
  '/(?<!\\s)\\s*\\n\\s*/g': {
    reason: 'begins at the first white space only',
    texts: [' ', '\n', ' \n', 'a ', 'a\n '].map((piece) => `a${piece.repeat(60_000 / piece.length)}b`),
  },
  '/(?<![^\\s"\'<>()[\\]{},;:=])[^\\s"\'<>()[\\]{},;:=]+@[^\\s"\'<>()[\\]{},;:=]+/g': {
    reason: 'begins where a word begins only',
    texts: ['a', '@', 'a@', '.', 'a.', '王', ' a'].map((piece) => piece.repeat(60_000 / piece.length)),
  },
}

/**
 * The first is timed in tests/server/read-labels.test.ts, the second in tests/server/spam-check.test.ts, the last in
 * tests/shared/phone-numbers.test.ts; the third repeats a literal of its file with another flag.
 */
const builtIn = [
  'server/estimates/list/filter-to-criteria.ts',
  'server/estimates/submit/spam-check.ts',
  'shared/field-atoms.ts',
  'shared/phone-numbers.ts',
]

const patterns = new Map<string, Pattern>()
const built: string[] = []

function collect(file: string): void {
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  new Visitor({
    Literal(node) {
      if ('regex' in node) add({ source: node.regex.pattern, flags: node.regex.flags, file })
    },
    NewExpression({ callee }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') built.push(file)
    },
    CallExpression({ callee }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') built.push(file)
    },
  }).visit(program)
}

function add(pattern: Pattern): void {
  patterns.set(`/${pattern.source}/${pattern.flags}`, pattern)
}

for (const folder of ['server', 'shared'])
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (/\.[jt]s$/.test(file)) collect(join(folder, file))
// The formats of zod that the schemas use.
for (const [format, { source, flags }] of Object.entries({
  email: z.regexes.email,
  uuid: z.regexes.uuid(),
  date: z.regexes.date,
}))
  add({ source, flags, file: `zod ${format}` })

// The checker is a program of its own where there is one for the system, which takes a fifth of the time.

it.each([...patterns])(
  'a regular expression of the server runs in linear time: %s',
  { timeout: 60_000 },
  async (name, { source, flags }) => {
    if (name in exceptions) return
    // The cases are the same with every run, and none is found by luck alone.
    expect((await check(source, flags, { checker: 'auto', randomSeed: 1, timeout: 40_000 })).status).toBe('safe')
  },
)

it.each(Object.entries(exceptions))(
  'a regular expression of the server runs in less than 10 ms although %s is not linear',
  (name, { texts }) => {
    const { source = '', flags = '' } = patterns.get(name) ?? {}
    expect(patterns.has(name)).toBe(true)
    for (const text of texts) {
      const times = Array.from({ length: 5 }, () => {
        const begun = performance.now()
        text.replace(new RegExp(source, flags), '')
        return performance.now() - begun
      })
      expect(Math.min(...times)).toBeLessThan(10)
    }
  },
)

it('builds regular expressions out of parts only where another test measures them', () => {
  expect([...new Set(built)]).toEqual(builtIn)
})

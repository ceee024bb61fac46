import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { escapeWide } from '../../scripts/vite/one-byte-scripts.ts'

it.each([
  ['"Done…"', 'Done…'],
  ['`one—two`', 'one—two'],
  ['"\\\\…"', '\\…'],
  ['"\\…"', '…'],
  ['"🏠"', '🏠'],
  ['/^[—\\…]+$/.test("…—")', true],
  ['/^🏠$/u.test("🏠")', true],
  ['({ π: 3 }).π', 3],
])('%s keeps its value', (code, value) => {
  expect(escapeWide(code)).toMatch(/^[\0-\xff]*$/)
  expect(runInNewContext(escapeWide(code))).toBe(value)
})

it('leaves the characters of Latin-1', () => {
  expect(escapeWide('"é × ½"')).toBe('"é × ½"')
})

import { expect, it } from 'vitest'
import { addNoteSchema, workTextLimits } from '#shared/estimates/estimate-work.ts'

const id = '0199c5b0-5d0a-7c3e-8f53-6a1c2f4d9b10'
const parse = (text: unknown) => addNoteSchema.safeParse({ id, text })

it('a note is trimmed, and its line ends become line feeds', () => {
  expect(parse('  Called.\r\nNo answer.\rAgain at 5.\n ').data?.text).toBe('Called.\nNo answer.\nAgain at 5.')
})

it('a note beyond the limit is refused, not cut', () => {
  expect(parse('n'.repeat(workTextLimits.note)).success).toBe(true)
  expect(parse('n'.repeat(workTextLimits.note + 1)).error?.issues[0]?.message).toBe(
    'Please keep it to 4000 characters.',
  )
})

it.each([
  ['nothing', ''],
  ['nothing but space', ' \n\t '],
  ['no text', 7],
])('a note of %s is refused', (_what, text) => {
  expect(parse(text).error?.issues[0]?.message).toBe('Please write something.')
})

it.each([
  ['a NUL', 'a\0b'],
  ['half a surrogate pair', 'a\ud83d b'],
  ['an escape', '\u001b[31mred'],
])('a note with %s is refused, since no export could hold it', (_what, text) => {
  expect(parse(text).error?.issues[0]?.message).toMatch(/cannot be stored/)
})

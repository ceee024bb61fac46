import { describe, expect, it } from 'vitest'
import { type PinnedRow, type PinnedRows, placeRows } from '#client/features/admin/today/pinned-rows.ts'
import { todayEstimate } from '#tests/support/estimates/today-response.ts'

const row = (id: string, version = 1) => todayEstimate({ id, version })
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join('')
const held = (id: string, above: string, section: PinnedRow['section'] = 'overdue'): PinnedRows =>
  new Map([[id, { section, estimate: row(id), above: [...above] }]])
const rows = (ids: string) => [...ids].map((id) => row(id))

describe('placeRows', () => {
  it.each([
    ['a row that the server no longer lists stays in its place', 'acd', held('b', 'a'), 'abcd'],
    ['it stays first', 'bc', held('a', ''), 'abc'],
    ['it follows the last row that is left above it', 'ad', held('c', 'ab'), 'acd'],
    ['it is first if none is left', 'de', held('c', 'ab'), 'cde'],
    ['a row that the server lists takes its new place', 'bac', held('a', ''), 'bac'],
    ['a row that another section holds is left out', 'abc', held('b', '', 'due'), 'ac'],
    ['without held rows nothing changes', 'abc', new Map(), 'abc'],
  ])('%s', (_rule, fresh, kept, expected) => {
    expect(idsOf(placeRows('overdue', rows(fresh), kept))).toBe(expected)
  })

  it('shows the latest version of a held row', () => {
    const [shown] = placeRows('overdue', [row('a', 2)], held('a', ''))
    expect(shown?.version).toBe(2)
  })
})

import { expect, it } from 'vitest'
import { followUpLabel } from '#client/features/admin/today/today-labels.ts'

it.each([
  ['tomorrow', '2026-11-23', '2026-11-24', 'Tomorrow'],
  ['Monday of next week', '2026-11-23', '2026-11-30', 'Mon, Nov 30'],
  ['a Monday that is in three days', '2026-11-27', '2026-11-30', 'Mon, Nov 30'],
  ['the first day of the next year', '2026-12-31', '2027-01-01', 'Tomorrow'],
])('the choices for a follow-up name %s', (_what, day, chosen, label) => {
  expect(followUpLabel(chosen, { day })).toBe(label)
})

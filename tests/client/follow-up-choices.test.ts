import { expect, it } from 'vitest'
import { followUpChoices } from '#client/features/admin/today/follow-up-choices.ts'

it.each([
  ['Monday', '2026-11-23', { soon: '2026-11-24', later: '2026-11-30' }, ['Tomorrow', 'On Mon, Nov 30']],
  [
    'Friday: Monday is in three days',
    '2026-11-27',
    { soon: '2026-11-28', later: '2026-11-30' },
    ['Tomorrow', 'On Mon'],
  ],
  [
    'Friday before a closed weekend',
    '2026-11-27',
    { soon: '2026-11-30', later: '2026-12-04' },
    ['On Mon', 'On Fri, Dec 4'],
  ],
])('the buttons for a follow-up name their day, on a %s', (_what, day, followUpDays, labels) => {
  expect(followUpChoices({ day, followUpDays }).map(({ label }) => label)).toEqual(labels)
})

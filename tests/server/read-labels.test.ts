import { expect, it } from 'vitest'
import { readLabels } from '#server/estimates/list/filter-to-criteria.ts'
import { budgetRanges, projectTypes } from '#shared/estimates/options.ts'

it.each(projectTypes.filter(({ label }) => label.includes(' ')))(
  'readLabels reads the type $label',
  ({ value, label }) => {
    expect(readLabels(`ada ${label.toUpperCase()} 11102`)).toEqual({ type: value, rest: 'ada   11102' })
  },
)

it.each(budgetRanges)('readLabels reads the budget $label', ({ value, label }) => {
  expect(readLabels(label)).toMatchObject({ budget: value, rest: ' ' })
})

it.each([
  ['$10k–$25k', '10k-25k'],
  ['10k to 25k', '10k-25k'],
  ['$100,000 - $250,000', '100k-250k'],
  ['under 10k', 'under-10k'],
  ['$500k+', 'over-500k'],
])('readLabels reads the budget %s as %s', (typed, budget) => {
  expect(readLabels(typed).budget).toBe(budget)
})

it.each(['1', '10,000 - ', 'kitchen ', 'under ', '$', ' ', '–', 'to'])(
  'readLabels takes no time for a search of %j again and again',
  (piece) => {
    const typed = piece.repeat(200).slice(0, 200)
    const times = Array.from({ length: 7 }, () => {
      const begun = performance.now()
      readLabels(typed)
      return performance.now() - begun
    })
    expect(Math.min(...times)).toBeLessThan(1)
  },
)

it.each(['other', 'commercial', 'kitchen', 'kitchen remodels', '10k', '110k-25k', '(718) 555-0110', ''])(
  'readLabels leaves %j as it is',
  (typed) => {
    expect(readLabels(typed)).toEqual({ type: undefined, budget: undefined, rest: typed })
  },
)

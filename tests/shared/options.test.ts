import { expect, it } from 'vitest'
import {
  budgetRanges,
  optionLabel,
  optionValues,
  projectTypes,
  propertyTypes,
  timelines,
} from '#shared/estimates/options.ts'

it('the option lists have the specified values in order', () => {
  expect(optionValues(projectTypes).join(' ')).toBe(
    'new-construction home-addition kitchen-remodel bathroom-remodel basement-finishing roof-replacement siding-installation deck-patio commercial other',
  )
  expect(optionValues(propertyTypes).join(' ')).toBe('single-family townhouse condo multi-family commercial other')
  expect(optionValues(timelines).join(' ')).toBe('asap 1-2-months 3-6-months 6-12-months flexible')
  expect(optionValues(budgetRanges).join(' ')).toBe('under-10k 10k-25k 25k-50k 50k-100k 100k-250k 250k-500k over-500k')
})

it('the project types have the specified labels', () => {
  expect(projectTypes.map((option) => option.label)).toEqual([
    ...['New Construction', 'Home Addition', 'Kitchen Remodel', 'Bathroom Remodel', 'Basement Finishing'],
    ...['Roof Replacement', 'Siding Installation', 'Deck/Patio Construction', 'Commercial Project', 'Other'],
  ])
})

it('a value without an option is its own label', () => {
  expect(optionLabel(timelines, 'asap')).toBe('As Soon as Possible')
  expect(optionLabel(timelines, 'next-life')).toBe('next-life')
})

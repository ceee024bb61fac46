import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { company } from '#shared/company.ts'
import { renderSite } from '#tests/support/client/render.tsx'

it('the page about accessibility says what is aimed at, tested and missing, and how to reach the company', async () => {
  await renderSite('/accessibility')
  const main = screen.getByRole('main')
  expect(document.title).toBe(`Accessibility | ${company.name}`)
  expect(
    within(main)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Accessibility',
    'What we aim for',
    'What is tested',
    'What does not work yet',
    'Something does not work for you?',
  ])
  const text = main.textContent ?? ''
  for (const words of ['(WCAG) 2.2, levels A and AA', 'axe', 'keyboard alone', '400% zoom', 'forced colors'])
    expect(text).toContain(words)
  expect(text).toContain('We have not tested with screen readers')
  const count = text.split(/\s+/).length
  expect(count).toBeGreaterThanOrEqual(200)
  expect(count).toBeLessThanOrEqual(300)
  expect(within(main).getByRole('link', { name: company.phone.display }).getAttribute('href')).toBe(company.phone.href)
  expect(within(main).getByRole('link', { name: company.email }).getAttribute('href')).toBe(`mailto:${company.email}`)
  const day = main.querySelector('time')
  expect(new Date(`${day?.dateTime}T12:00:00`).toLocaleDateString('en-US', { dateStyle: 'long' })).toBe(
    day?.textContent,
  )
})

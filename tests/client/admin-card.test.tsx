import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { newYorkDay } from '#shared/calendar-days.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { answerList, listedEstimate } from '#tests/support/estimates/listed-estimates.ts'

const api = staffApi('/admin')

async function showCard(overrides: Record<string, unknown> = {}): Promise<HTMLElement> {
  answerList(api, [listedEstimate(overrides)])
  await renderSite('/admin')
  return screen.findByRole('article')
}

/** The value below a label of the card; undefined without that label. */
function fact(card: HTMLElement, label: string): string | undefined {
  const value = within(card).queryByText(new RegExp(`^${label}:?$`))?.nextElementSibling
  // Without the separator.
  return (value?.querySelector('bdi') ?? value)?.textContent ?? undefined
}

/** Finds all badges but the response clock's, which alone has a title. */
const badgesOf = (card: HTMLElement) =>
  Array.from(card.querySelectorAll('[class*="badge"]'), (element) => element)
    .filter((element) => element.tagName === 'SPAN' && !element.hasAttribute('title'))
    .map(({ textContent, className }) => ({ text: textContent, className }))

describe('EstimateCard', () => {
  it('shows the visitor’s name on the card, with links to write, to call and to text', async () => {
    const card = await showCard()
    expect(within(card).getByRole('heading', { name: 'Ada Romero' })).toBeTruthy()
    expect(screen.getByRole('article', { name: 'Ada Romero' })).toBe(card)
    const hrefs = within(card)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])
    expect(hrefs).toEqual([
      ['Ada Romero', '/admin/estimates/first'],
      ['ada.romero@example.com', 'mailto:ada.romero@example.com'],
      ['(718) 555-0110', 'tel:+17185550110'],
      ['Text', 'sms:+17185550110'],
    ])
  })

  it('shows the facts on the card with the labels of the form and the visitor’s line breaks, and no controls', async () => {
    const card = await showCard()
    const labels = ['Type', 'Location', 'Property type', 'Square footage', 'Timeline', 'Budget', 'Submitted']
    expect(labels.map((label) => [label, fact(card, label)])).toEqual([
      ['Type', 'Kitchen Remodel'],
      ['Location', 'Astoria, NY 11102'],
      ['Property type', 'Condo'],
      ['Square footage', '1,250 sq ft'],
      ['Timeline', '1-2 Months'],
      ['Budget', '$50,000 - $100,000'],
      ['Submitted', 'Jan 5, 2025'],
    ])
    expect(fact(card, 'Description')).toBe('New cabinets and an island.\nThe window stays.')
    expect(fact(card, 'Requirements')).toBe('Freight elevator only before 4 PM.')
    for (const role of ['button', 'checkbox', 'textbox', 'combobox', 'radio'])
      expect(within(card).queryAllByRole(role), role).toEqual([])
  })

  it('says on the card when the visitor would like to be called', async () => {
    const card = await showCard({ bestTime: 'morning' })
    expect(within(card).getByText('Best time: morning')).toBeTruthy()
  })

  it('leaves out of the card what the visitor did not give', async () => {
    const card = await showCard({
      phone: null,
      squareFootage: null,
      propertyType: null,
      projectDescription: null,
      specificRequirements: null,
    })
    expect(within(card).getAllByRole('link')).toHaveLength(2)
    for (const label of ['Property type', 'Square footage', 'Description', 'Requirements'])
      expect(fact(card, label)).toBeUndefined()
  })

  it.each([
    ['an unknown type', { projectType: 'moon-base' }, 'Type', 'moon-base'],
    ['an unknown property type', { propertyType: 'houseboat' }, 'Property type', 'houseboat'],
    ['an unknown timeline', { timeline: 'next-life' }, 'Timeline', 'next-life'],
    ['an unknown budget', { budgetRange: 'a fortune' }, 'Budget', 'a fortune'],
    ['a square footage of 0', { squareFootage: 0 }, 'Square footage', '0 sq ft'],
    ['the New York day of submission', { createdAt: '2025-01-06T04:59:59.999Z' }, 'Submitted', 'Jan 5, 2025'],
  ])('shows on the card %s', async (_what, overrides, label, expected) => {
    expect(fact(await showCard(overrides), label)).toBe(expected)
  })

  it('says on the card of a quarantined estimate why it was quarantined', async () => {
    const card = await showCard({ dueAt: null, quarantineReasons: ['decoy', 'link-in-name'] })
    expect(within(card).getByText(/hidden field/).textContent).toBe(
      'Possible spam: A hidden field was filled in. The name contains a link.',
    )
    expect(within(card).getByText('Possible spam')).toBeTruthy()
    expect(within(card).queryByText(/due/)).toBeNull()
  })

  it.each([
    [
      { outcome: 'won', followUpOn: newYorkDay(new Date()), assigneeEmail: 'jo@example.com' },
      ['Won', 'Follow up today', 'Assigned to jo'],
    ],
    [{ outcome: 'lost', followUpOn: '2020-01-05' }, ['Lost', 'Follow-up missed, Jan 5, 2020']],
    [{ followUpOn: '2199-01-05' }, ['Follow up Jan 5, 2199']],
    [{ firstContactAt: '2025-01-05T17:50:00.000Z' }, []],
  ])('shows of the work what there is to say: %j', async (work, expected) => {
    const card = await showCard(work)
    const texts = Array.from(card.querySelectorAll('[class*="badge"]'), ({ textContent }) => textContent)
    // Behind the list of badges, the status and the response.
    expect(texts.slice(3)).toEqual(expected)
    expect(within(card).queryByText('answered in 50 min') !== null).toBe('firstContactAt' in work)
  })
})

describe('EstimateBadges', () => {
  it.each([
    ['new', 'new', /new/],
    ['in_progress', 'in progress', /in_progress/],
    ['completed', 'completed', /completed/],
    ['on_hold', 'on hold', /other/],
    ['constructor', 'constructor', /other/],
    ['', 'New', /new/],
    [null, 'New', /new/],
  ])('shows the status %j as a badge that reads %j, in its color', async (status, text, look) => {
    const card = await showCard({ status })
    expect(badgesOf(card)).toEqual([{ text, className: expect.stringMatching(look) }])
  })

  it('shows a deadline in another color than a status', async () => {
    const dueAt = new Date(Date.now() + 23.5 * 3_600_000).toISOString()
    const card = await showCard({ status: 'in_progress', dueAt, followUpOn: newYorkDay(new Date()) })
    const tone = (text: RegExp) => within(card).getByText(text).closest('[class*="badge"]')?.className
    expect(tone(/^in progress$/)).toMatch(/in_progress/)
    for (const text of [/^due in/, /^Follow up today$/]) expect(tone(text)).toMatch(/_due_/)
  })

  it('shows an Urgent badge for urgent estimates alone', async () => {
    const card = await showCard({ urgent: true })
    expect(badgesOf(card).map(({ text }) => text)).toEqual(['Urgent', 'new'])
  })
})

describe('ContactLinks', () => {
  it('encodes an email address so that its link carries nothing else', async () => {
    const card = await showCard({ email: 'a?bcc=b&c%d#e@example.com' })
    const link = within(card).getByRole('link', { name: 'a?bcc=b&c%d#e@example.com' })
    expect(link.getAttribute('href')).toBe('mailto:a%3Fbcc%3Db%26c%25d%23e@example.com')
  })
})

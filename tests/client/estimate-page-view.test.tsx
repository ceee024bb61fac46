import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerRequest, jo, max } from '#tests/support/client/estimate-detail.ts'
import { dataAnswer, errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { requestPath, timeline } from '#tests/support/client/fetch-page.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'

const api = staffApi(requestPath)

/** The lines of each entry, below the day that they have in common. */
const entries = () =>
  timeline()
    .getAllByRole('listitem')
    .map((item) => {
      const day = within(item).queryByRole('heading', { level: 4 })
      return day ? day.textContent : Array.from(item.children, (line) => line.textContent)
    })

describe('DetailSection', () => {
  it('shows the visitor’s name, the reference and the exact time, with the name in the window’s title', async () => {
    answerRequest(api)
    await renderSite(requestPath)
    await screen.findByRole('heading', { level: 2, name: 'Ada Romero' })
    expect(screen.getByText(/^FB-0001/).textContent).toBe('FB-0001, submitted Sun, Jan 5, 2025, 12:00 PM')
    expect(document.title).toBe('Ada Romero · FB-0001')
    expect(screen.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeTruthy()
    expect(screen.queryByText(/earlier request/)).toBeNull()
  })

  it('shows every field that the visitor filled in', async () => {
    answerRequest(api)
    await renderSite(requestPath)
    await screen.findByText('Freight elevator only before 4 PM.')
    for (const text of ['Kitchen Remodel', 'Condo', '1,250', '1-2 Months', '$50,000 - $100,000'])
      expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByText(/New cabinets/).textContent).toBe('New cabinets and an island.\nThe window stays.')
  })

  it('says how the visitor came to the site', async () => {
    const firstTouch = { utmMedium: 'cpc', utmCampaign: 'spring', referrerHost: 'www.google.com', landingPath: '/' }
    answerRequest(api, { leadSource: 'google' }, { firstTouch })
    await renderSite(requestPath)
    const text = 'Lead source: google · medium cpc · campaign spring · from www.google.com · first page /'
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('says beside the number when the visitor would like to be called', async () => {
    answerRequest(api, { bestTime: 'evening' })
    await renderSite(requestPath)
    const number = await screen.findByRole('link', { name: 'Call (718) 555-0110' })
    expect(number.closest('ul')?.textContent).toContain('Best time: evening')
  })

  it('links to call, to send a text message, to write, and to a map in a new tab', async () => {
    answerRequest(api, { location: 'Astoria & more, NY' })
    await renderSite(requestPath)
    const map = await screen.findByRole('link', { name: 'Map' })
    expect(map.getAttribute('href')).toBe('https://www.google.com/maps/search/?api=1&query=Astoria+%26+more%2C+NY')
    expect([map.getAttribute('target'), map.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
    expect(screen.getByRole('link', { name: 'Call (718) 555-0110' }).getAttribute('href')).toBe('tel:+17185550110')
    expect(screen.getByRole('link', { name: 'Text' }).getAttribute('href')).toBe('sms:+17185550110')
    expect(screen.getByRole('link', { name: 'ada.romero@example.com' }).getAttribute('href')).toMatch(/^mailto:/)
  })

  it.each([
    ['the number', '(718) 555-0110', 'Call (718) 555-0110', 'ada.romero@example.com'],
    ['the address where there is no number to dial', 'ask Bo', 'ada.romero@example.com', 'Map'],
  ])('has for its main link %s', async (_which, phone, main, other) => {
    answerRequest(api, { phone })
    await renderSite(requestPath)
    const look = (name: string) => screen.getByRole('link', { name }).getAttribute('data-variant')
    await screen.findByRole('link', { name: main })
    expect([look(main), look(other)]).toEqual(['filled', 'default'])
    expect(screen.getByText(phone)).toBeTruthy()
  })

  it('describes every kind of event in the timeline with its author and time, the newest first', async () => {
    const request = answerRequest(api)
    const at = '2025-01-06T20:10:00.000Z'
    const by = jo.email
    request.timeline.push(
      { id: '1', at, by, kind: 'status', from: 'new', to: 'in_progress' },
      { id: '2', at, by, kind: 'outcome', from: 'open', to: 'lost', reason: 'Too far.' },
      { id: '3', at, by, kind: 'assigned', from: null, to: jo.id },
      { id: '4', at, by, kind: 'follow_up', from: null, to: '2025-02-01' },
      { id: '5', at, by, kind: 'note', text: 'One.\nTwo.' },
      { id: '6', at, by, kind: 'contact', channel: 'call', note: null },
      { id: '7', at, by, kind: 'exported' },
      { id: '8', at, by, kind: 'assigned', from: jo.id, to: max.id },
      { id: 'one.queued', at, by: null, kind: 'mail', mail: 'estimate.visitor', state: 'queued' },
      { id: 'two.queued', at, by: null, kind: 'mail', mail: 'estimate.staff', state: 'queued' },
      { id: 'one.sent', at, by: null, kind: 'mail', mail: 'estimate.visitor', state: 'sent' },
    )
    await renderSite(requestPath)
    await screen.findByText('Request received')
    const origin = '3:10 PM by jo@example.com'
    expect(entries()).toEqual([
      'Mon, Jan 6, 2025',
      // It was queued, too, which says nothing once it is sent.
      ['Confirmation to the visitor sent', '3:10 PM'],
      ['Email to staff queued', '3:10 PM'],
      ['Assigned: jo@example.com → max@example.com', origin],
      ['Exported', origin],
      ['Called', origin],
      ['Note', origin, 'One.\nTwo.'],
      ['Follow-up set to Feb 1, 2025', origin],
      ['Assigned to jo@example.com', origin],
      ['Outcome: Open → Lost', origin, 'Too far.'],
      ['Status: New → In progress', origin],
      'Sun, Jan 5, 2025',
      ['Request received', '12:00 PM'],
    ])
  })

  it.each([
    ['confirmation', 'estimate.visitor'],
    ['proposal', 'proposal.sent'],
  ])('offers to send the %s again after the address was corrected, until it is queued', async (what, kind) => {
    const request = answerRequest(api)
    const at = '2025-01-06T20:10:00.000Z'
    const mail = { at, by: null, kind: 'mail', mail: kind } as const
    const changes = [{ field: 'email', from: 'ada@exmaple.com', to: 'ada@example.com' }] as const
    request.timeline.push(
      { ...mail, id: 'one.queued', state: 'queued' },
      { ...mail, id: 'one.sent', state: 'sent' },
      { id: '1', at, by: jo.email, kind: 'details', changes: [...changes] },
    )
    const { user } = await renderSite(requestPath)
    api.answerTo('estimates.sendEmailAgain', () => {
      request.timeline.push({ ...mail, id: 'two.queued', state: 'queued' })
      return dataAnswer({ work: request.work, timeline: request.timeline })
    })
    const name = `Send the ${what} to the new address`
    await user.click(await screen.findByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
    expect(inputsOf(api, 'estimates.sendEmailAgain')).toMatchObject([{ messageId: 'one' }])
  })

  it.each([
    ['NOT_FOUND', 404],
    ['BAD_REQUEST', 400],
  ])('says that there is no such estimate (%s) and links to the list', async (code, status) => {
    api.answerTo('estimates.get', errorAnswer(code, status))
    await renderSite(requestPath)
    await screen.findByRole('heading', { name: 'Request not found' })
    expect(screen.getByRole('link', { name: 'Go to the list' }).getAttribute('href')).toBe('/admin')
  })
})

describe('DetailBar', () => {
  it('goes from one estimate to the next by replacing the history entry, each with its title', async () => {
    answerRequest(api, {}, { older: 'second' })
    const { user, router } = await renderSite(requestPath)
    const older = await screen.findByRole('link', { name: 'Older' })
    expect(screen.queryByRole('link', { name: 'Newer' })).toBeNull()
    answerRequest(api, { id: 'second', name: 'Bo Lindqvist', reference: 'FB-0002' }, { newer: 'first' })
    await user.click(older)
    await screen.findByRole('heading', { name: 'Bo Lindqvist' })
    expect(router.history.length).toBe(1)
    await waitFor(() => expect(document.title).toBe('Bo Lindqvist · FB-0002'))
    expect(screen.getByRole('link', { name: 'Newer' }).getAttribute('href')).toBe(requestPath)
    // The cached estimate has its title at once.
    await act(() => router.navigate({ to: '/admin/estimates/$id', params: { id: 'first' } }))
    await waitFor(() => expect(document.title).toBe('Ada Romero · FB-0001'))
  })
})

import { act, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { company } from '#shared/company.ts'
import { answerRequest, jo } from '#tests/support/client/estimate-detail.ts'
import { requestPath } from '#tests/support/client/fetch-page.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'

const api = staffApi(requestPath)

const tell = (event: 'beforeprint' | 'afterprint') => act(() => void window.dispatchEvent(new Event(event)))
const headings = () => screen.queryAllByRole('heading', { level: 1, name: /Ada Romero/ })

describe('PrintSheet', () => {
  it('prints letterhead, reference, phone, address, all fields, notes, and lines to write on', async () => {
    const request = answerRequest(api, { urgent: true, bestTime: 'evening' })
    request.work = {
      ...request.work,
      status: 'in_progress',
      assignee: { ...jo, name: 'Jo Park' },
      followUpOn: '2025-02-01',
      firstContactAt: '2025-01-06T18:00:00.000Z',
      proposalPromisedOn: '2025-01-09',
      proposalDueOn: '2025-01-09',
      proposalSentAt: '2025-01-08T18:00:00.000Z',
      proposalCents: 4_850_050,
    }
    const [at, by] = ['2025-01-06T20:10:00.000Z', jo.email]
    request.timeline.push(
      { id: '1', at, by, kind: 'note', text: 'Ring twice.\nThe dog is kind.' },
      { id: '2', at, by: 'Ana Ruiz', kind: 'contact', channel: 'call', note: 'Wants oak.' },
      { id: '3', at, by, kind: 'exported' },
    )
    await renderSite(requestPath)
    await screen.findByRole('heading', { level: 2, name: 'Ada Romero' })
    expect(headings()).toEqual([])

    tell('beforeprint')
    const sheet = screen.getByRole('article', { name: 'Ada Romero Urgent' })
    for (const text of [
      company.name,
      'FB-0001',
      '(718) 555-0110',
      'Evening',
      'ada.romero@example.com',
      'Kitchen Remodel',
      'Condo',
      '1,250',
      '1-2 Months',
      '$50,000 - $100,000',
      'In progress',
      'Open',
      'Jo Park',
      'Feb 1, 2025',
      'Sent in 2 days (sent on Jan 8, 2025, $48,500.50)',
      'Sun, Jan 5, 2025, 12:00 PM',
      'Freight elevator only before 4 PM.',
    ])
      expect(within(sheet).getByText(text), text).toBeTruthy()
    expect(within(sheet).getAllByText('Astoria, NY 11102')).toHaveLength(1)
    expect(within(sheet).getAllByText(/Jan 5, 2025/)).toHaveLength(1)
    expect(within(sheet).getByText(/New cabinets/)).toBeTruthy()
    const notes = within(within(sheet).getByRole('region', { name: 'Notes' })).getAllByRole('listitem')
    expect(notes.map((note) => note.textContent)).toEqual([
      'Mon, Jan 6, 2025, 3:10 PM by jo@example.comRing twice.\nThe dog is kind.',
      'Call, Mon, Jan 6, 2025, 3:10 PM by Ana RuizWants oak.',
    ])
    expect(within(sheet).getByRole('region', { name: 'On site' })).toBeTruthy()
    expect(within(sheet).queryAllByRole('button')).toEqual([])
    expect(within(sheet).queryAllByRole('link')).toEqual([])

    tell('afterprint')
    expect(headings()).toEqual([])
  })

  it('leaves a half-written note in its field when the page is printed', async () => {
    answerRequest(api)
    const { user } = await renderSite(requestPath)
    await user.type(await screen.findByLabelText('Note'), 'half')
    tell('beforeprint')
    tell('afterprint')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('half')
  })
})

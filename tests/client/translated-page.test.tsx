import { fireEvent, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answerRequest, jo } from '#tests/support/client/estimate-detail.ts'
import { dataAnswer } from '#tests/support/client/fake-api.ts'
import { requestPath } from '#tests/support/client/fetch-page.ts'
import { giveHeights } from '#tests/support/client/layout.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { passSeconds } from '#tests/support/client/passing-time.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { reportOfTwoWeeks } from '#tests/support/client/report-response.ts'
import { answerList, listedEstimates } from '#tests/support/estimates/listed-estimates.ts'
import { todayEstimate, todayResponse } from '#tests/support/estimates/today-response.ts'

const api = staffApi('/admin')

beforeEach(() => giveHeights(130))

const says = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text))

/** Replaces each text with an element, as page translators do. */
function translatePage(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const font = document.createElement('font')
    font.textContent = text.data
    text.replaceWith(font)
  }
}

/** Expects a translated page whose data change to say what a new page says. */
async function expectNothingStale(path: string, before: string, change: () => void, after: string): Promise<void> {
  const { unmount } = await renderSite(path)
  await says(before)
  translatePage()
  change()
  passSeconds(61)
  fireEvent(window, new Event('visibilitychange'))
  await says(after)
  const changed = document.body.textContent
  unmount()
  await renderSite(path)
  await says(after)
  expect(changed).toBe(document.body.textContent)
}

it('nothing is stale or lost in the list under a page translator', async () => {
  const answerCounts = (number: number, quarantined: number) =>
    api.answerTo('estimates.counts', dataAnswer({ statuses: { new: number }, overdue: 0, quarantined, confirmed: 0 }))
  answerList(api, listedEstimates(43))
  answerCounts(43, 2)
  const change = () => {
    const [first, ...others] = listedEstimates(6)
    answerList(api, [{ ...first, status: 'completed', outcome: 'won', followUpOn: '2025-01-07' }, ...others])
    answerCounts(6, 1)
  }
  await expectNothingStale('/admin', '43 of 43 loaded', change, '6 of 6 loaded')
})

it('nothing is stale or lost in the compact list under a page translator', async () => {
  answerList(api, listedEstimates(2))
  const change = () =>
    answerList(api, [{ ...listedEstimates(1)[0], urgent: true, outcome: 'lost', followUpOn: '2025-01-07' }])
  await expectNothingStale('/admin?view=compact', '2 of 2 loaded', change, '1 of 1 loaded')
})

it('nothing is stale or lost on Today under a page translator', async () => {
  const second = todayEstimate({ id: '018f0000-0000-7000-8000-000000000002', name: 'Ben Hollis' })
  const before = todayResponse({ overdue: [todayEstimate(), second] }, { quarantined: 9 })
  api.answerTo('admin.today', dataAnswer(before))
  const change = () => {
    const row = { ...second, urgent: true, projectType: 'bathroom-remodel', followUpOn: '2025-01-07' }
    const failed = {
      id: 'failed',
      estimateId: second.id,
      name: second.name,
      kind: 'acknowledgement',
      failure: 'refused',
    }
    const after = {
      ...before,
      sections: { ...before.sections, overdue: { total: 3, items: [row] } },
      quarantined: 1,
      failedEmails: { total: 7, items: [{ ...failed, failedAt: '2025-01-06T17:00:00.000Z' }] },
    }
    api.answerTo('admin.today', dataAnswer(after))
  }
  await expectNothingStale('/admin/today', '9 possible spam', change, '1 possible spam')
})

it('nothing is stale or lost in a report under a page translator', async () => {
  api.answerTo('reports.overview', dataAnswer(reportOfTwoWeeks))
  const change = () => {
    const { total, stages } = reportOfTwoWeeks
    const after = {
      ...reportOfTwoWeeks,
      total: { ...total, requests: 1251, judged: 7 },
      closed: 2,
      won: 0,
      stages: stages.map((stage) => ({ ...stage, contacted: 1, won: 0 })),
    }
    api.answerTo('reports.overview', dataAnswer(after))
  }
  await expectNothingStale('/admin/reports?from=2026-01-05&to=2026-01-14', '1,250', change, '1,251')
})

it('nothing is stale or lost on a request’s page under a page translator', async () => {
  answerRequest(api, {}, { earlier: { total: 2, items: [] } })
  const change = () => {
    const fields = { status: 'completed', outcome: 'won', followUpOn: '2025-01-07', assignee: jo } as const
    const request = answerRequest(api, {}, { earlier: { total: 1, items: [] } })
    request.changeBy(jo.email, fields, { kind: 'status', from: 'new', to: 'completed' })
  }
  await expectNothingStale(requestPath, '2 earlier requests', change, '1 earlier request')
})

import { randomUUID } from 'node:crypto'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { accountSession, ada } from '#tests/support/client/account-session.ts'
import { answerRequest } from '#tests/support/client/estimate-detail.ts'
import { dataAnswer, errorAnswer, type FakeApi, refusal } from '#tests/support/client/fake-api.ts'
import { setWindowWidth, staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { reportOfTwoWeeks } from '#tests/support/client/report-response.ts'
import { signIn } from '#tests/support/client/sign-in.ts'
import { answerList, listedEstimates } from '#tests/support/estimates/listed-estimates.ts'
import { todayEstimate, todayResponse } from '#tests/support/estimates/today-response.ts'

type Page = {
  readonly path: string
  readonly procedure: string
  /** The page says it while it loads, and instead of what it cannot load. */
  readonly waits: string
  readonly fails: string
  answer(api: FakeApi): void
  /** A text that only the loaded page has. */
  readonly loaded: string
  /** The place of the focus after a retry, if it is set. */
  readonly focused?: string
}

const pages: readonly Page[] = [
  {
    path: '/admin',
    procedure: 'estimates.list',
    waits: 'Loading requests…',
    fails: 'We couldn’t load the requests',
    answer: (api) => answerList(api, listedEstimates(1)),
    loaded: 'Visitor 1',
    focused: 'Project Estimates (1)',
  },
  {
    path: '/admin/estimates/first',
    procedure: 'estimates.get',
    waits: 'Loading the request…',
    fails: 'We couldn’t load this request',
    answer: (api) => void answerRequest(api),
    loaded: 'Freight elevator only before 4 PM.',
  },
  {
    path: '/admin/today',
    procedure: 'admin.today',
    waits: 'Loading today’s work…',
    fails: 'We couldn’t load today’s work',
    answer: (api) => api.answerTo('admin.today', dataAnswer(todayResponse({ overdue: [todayEstimate()] }))),
    loaded: 'Ada Romero',
    focused: 'Today',
  },
  {
    path: '/admin/reports?from=2026-01-05&to=2026-01-14',
    procedure: 'reports.overview',
    waits: 'Loading the report…',
    fails: 'We couldn’t load the report',
    answer: (api) => api.answerTo('reports.overview', dataAnswer(reportOfTwoWeeks)),
    loaded: '1,250',
    focused: 'Reports',
  },
  {
    path: '/admin/people',
    procedure: 'people.list',
    waits: 'Loading the people…',
    fails: 'We couldn’t load the people',
    answer: (api) =>
      api.answerTo('people.list', dataAnswer({ people: [], duty: 'nobody', now: '2026-01-05T20:10:00.000Z' })),
    loaded: '0 people with access',
  },
]

describe.each(pages)('the page $path', ({ path, procedure, waits, fails, answer, loaded, focused }) => {
  const api = staffApi('/admin', { role: 'admin' })

  it('says that it loads until it is there', async () => {
    const { router } = await renderSite('/')
    answer(api)
    const release = api.hold()
    await act(() => router.navigate({ href: path }))
    expect((await screen.findByText(waits)).closest('[role="status"]')).toBeTruthy()
    release()
    expect(await screen.findByText(loaded)).toBeTruthy()
    expect(screen.queryByText(waits)).toBeNull()
  })

  it('says that it failed, and offers a retry', async () => {
    api.answerTo(procedure, errorAnswer('INTERNAL_SERVER_ERROR', 500))
    const { user } = await renderSite(path)
    expect(await screen.findByText(fails)).toBeTruthy()
    answer(api)
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText(loaded)).toBeTruthy()
    await waitFor(() => expect(screen.queryAllByRole('alert')).toEqual([]))
    if (focused) expect(document.activeElement?.textContent).toBe(focused)
  })
})

describe('an account without a role', () => {
  const api = staffApi('/admin', { email: 'staff@example.com' })

  // The page of the people is for administrators, and does not ask.
  it.each(pages.filter(({ path }) => path !== '/admin/people'))(
    'is told at $path whom to ask',
    async ({ path, procedure }) => {
      api.answerTo(procedure, refusal('insufficient_role', 403))
      await renderSite(path)
      expect(await screen.findByRole('heading', { name: 'Your account can’t view estimate requests' })).toBeTruthy()
      expect(screen.getByText(/ask an administrator for access/).textContent).toContain('staff@example.com')
    },
  )

  it.each([
    ['a computer', 1280],
    ['a phone', 360],
  ])('gets no links on %s to what it may not see, until it has a role', async (_where, width) => {
    setWindowWidth(width)
    const id = randomUUID()
    await signIn(api, { id, role: 'user' })
    api.answerTo('estimates.list', refusal('insufficient_role', 403))
    const { user } = await renderSite('/admin')
    await screen.findByRole('heading', { name: 'Your account can’t view estimate requests' })
    const links = () => ['Today', 'Reports', 'New request'].filter((name) => screen.queryByRole('link', { name }))
    const search = () => screen.queryByRole('button', { name: /^Search/ })
    expect([links(), search()]).toEqual([[], null])
    await user.keyboard('{Control>}k{/Control}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('link', { name: 'Account' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Menu' }) !== null).toBe(width === 360)

    answerList(api, listedEstimates(1))
    api.answerTo('auth.session', dataAnswer(accountSession({ user: { ...ada, id } })))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Visitor 1')).toBeTruthy()
    await waitFor(() => expect(links()).toContain('Today'))
  })
})

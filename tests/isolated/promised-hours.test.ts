import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterAll, describe, expect, it, vi } from 'vitest'

const clock = '#shared/estimates/response-clock.ts'

/** `24 hours`, `24-hour` or `24 h`, with what stands before it. */
const named = /[^.>]{0,30}(?<!\d)(24|48)[ -]h(our)?/g

afterAll(() => {
  vi.doUnmock(clock)
  vi.resetModules()
})

/** What the site and the emails say where they name the promised hours. */
async function textsAt(hours: number): Promise<string[]> {
  vi.resetModules()
  vi.doMock(clock, async (original) => ({ ...(await original<object>()), responseHours: hours }))
  const { answeredLabels } = await import('#client/features/admin/list/filter-fields.tsx')
  const { changedLabel } = await import('#client/features/admin/list/use-bulk-change.ts')
  const { contactPromise } = await import('#shared/estimates/contact-promise.ts')
  const { nudgeEmail } = await import('#server/mail/templates/nudge-email.tsx')
  const { nudgeLinks } = await import('#server/mail/messages/staff-links.ts')
  const { company } = await import('#shared/company.ts')
  const { publicPages } = await import('#shared/pages.ts')

  const nudge = {
    user: { id: 'ana', email: 'ana@builders.example' },
    assignedBy: [],
    estimate: {
      ...{
        id: 'id',
        reference: 'K7Q2-M4XW',
        name: 'Ada Romero',
        phone: null,
        bestTime: null,
        assigneeId: null,
        urgent: false,
      },
      ...{ projectType: 'kitchen-remodel', location: 'Astoria', budgetRange: '50k-100k' },
      ...{ dueAt: new Date('2026-01-07T20:10:00.000Z'), firstContactAt: null, status: 'new', outcome: 'open' },
      ...{ proposalDueOn: null, proposalSentAt: null },
    },
  }
  const links = nudgeLinks('https://www.builders.example')
  const nudges = (['nudge.new', 'nudge.due-soon', 'nudge.overdue'] as const).map((kind) => {
    const { text, html } = nudgeEmail({ ...nudge, kind }, links)
    return text + html
  })
  const texts = [
    ...(await publicPageMarkups()),
    ...publicPages.map(({ description }) => description),
    JSON.stringify(company),
    contactPromise(new Date(), new Date(0), 'By appointment'),
    ...Object.values(answeredLabels),
    changedLabel({ kind: 'release' }, 2, 2),
    ...nudges,
  ]
  return texts.flatMap((text) => text.match(named) ?? [])
}

/** Renders the pages without the routes, which keep their pages for Vite's exchange of modules. */
async function publicPageMarkups(): Promise<string[]> {
  const pages = {
    '/': (await import('#client/features/home/home-page.tsx')).HomePage,
    '/estimate': (await import('#client/features/estimate-form/estimate-page.tsx')).EstimatePage,
    '/confirmation': (await import('#client/features/confirmation/confirmation-page.tsx')).ConfirmationPage,
  }
  const markups = Object.entries(pages).map(async ([path, component]) => {
    const root = createRootRoute()
    const router = createRouter({
      routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path, component })]),
      history: createMemoryHistory({ initialEntries: [path] }),
    })
    await router.load()
    return renderToString(createElement(RouterProvider, { router: router as never }))
  })
  return Promise.all(markups)
}

describe('the promised time to the first contact', () => {
  it('is said everywhere as the one constant has it', async () => {
    const [usual, longer] = [await textsAt(24), await textsAt(48)]
    expect(usual.length).toBeGreaterThan(20)
    expect(longer).toEqual(usual.map((text) => text.replace(/24(?=[ -]h)/, '48')))
  })

  it('names the day of a contact that is more than a day away', async () => {
    await textsAt(48)
    const { contactPromise } = await import('#shared/estimates/contact-promise.ts')
    const [dueAt, now] = [new Date('2026-01-07T20:10:00.000Z'), new Date('2026-01-05T20:10:00.000Z')]
    expect(contactPromise(dueAt, now)).toBe('by Wed, Jan 7, 3 PM New York time')
  })

  it('is written out nowhere else in the source', () => {
    // The links of accounts work for 24 hours, too.
    const others = [
      'server/mail/templates/account-emails.tsx',
      'client/features/auth/confirm-page.tsx',
      'client/features/auth/sign-up-sent.tsx',
      'server/database/queries/query.ts',
    ]
    const found = ['server', 'client', 'shared', 'deploy'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(tsx?|js|html|css|json|ya?ml)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((file) => /\b24[ -]h(ours?)?\b|\b86_?400_?000\b/i.test(readFileSync(file, 'utf8'))),
    )
    expect(found.filter((file) => !others.includes(file))).toEqual([])
  })
})

it('the promised days to the estimate are written out nowhere else in the source', () => {
  const texts = ['server', 'client', 'shared'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|html)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  const found = texts.filter((file) => /\d business days?/i.test(readFileSync(file, 'utf8')))
  expect(found).toEqual(['shared/company-schema.ts', 'shared/company.ts'])
})

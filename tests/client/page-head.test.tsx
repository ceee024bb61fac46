import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { originPlaceholder } from '#shared/origin-placeholder.ts'
import { notFoundPage, type Page, publicPages } from '#shared/pages.ts'
import { expectConsole } from '#tests/support/client/console-watch.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { pageMetadata } from '../../client/prerender/page-metadata.ts'

const origin = 'https://www.example.com'
const pages: readonly Page[] = [...publicPages, notFoundPage]

/** Fills the head with what the server sends for a page. */
function loadHead(page: Page): void {
  document.head.innerHTML = `<title>${page.title.replaceAll('&', '&amp;')}</title><meta name="description" content="">${pageMetadata(page).replaceAll(originPlaceholder, origin)}`
  document.querySelector('meta[name="description"]')?.setAttribute('content', page.description)
}

const head = () => Array.from(document.head.children, (element) => element.outerHTML).sort((a, b) => a.localeCompare(b))

let former: string
beforeEach(() => {
  former = document.head.innerHTML
})
afterEach(() => {
  document.head.innerHTML = former
})

describe('the head of a page after a navigation without a load', () => {
  const pairs = pages.flatMap((from) => pages.filter((to) => to !== from).map((to) => [from, to] as const))

  it.each(pairs.map(([from, to]) => [from.path, to.path, from, to] as const))(
    'is that of a fresh load: from %s to %s',
    async (_from, _to, from, to) => {
      if (from === notFoundPage || to === notFoundPage) expectConsole(/^error: 404: there is no page at \/404$/)
      loadHead(to)
      const fresh = head()
      loadHead(from)
      const { router } = await renderSite(from.path)
      await act(() => router.navigate({ to: to.path }))
      await waitFor(() => expect(document.title).toBe(to.title))
      expect(head()).toEqual(fresh)
    },
  )

  it('uses the origin of the window where the page names none, as in development', async () => {
    document.head.innerHTML = '<title>Site</title>'
    await renderSite('/estimate')
    await screen.findByRole('heading', { level: 1, name: 'Get your free estimate' })
    const canonical = document.querySelector('link[rel="canonical"]')
    expect(canonical?.getAttribute('href')).toBe(`${location.origin}/estimate`)
  })
})

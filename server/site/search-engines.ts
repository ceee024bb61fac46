import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { isApiRequest } from '#server/http/error-responses.ts'
import { embeddableOrigin } from '#shared/origin-placeholder.ts'
import { type Page, servicePages, sitePages } from '#shared/pages.ts'

const uncrawled = ['/admin', '/api', '/auth']

const cacheControl = 'public, max-age=3600'

/** Search engines list linked API responses despite robots.txt. */
export const searchEngines = plugin(
  async (app: FastifyInstance, { appOrigin }: { appOrigin: string }) => {
    const robots = robotsText(appOrigin)

    app.addHook('onRequest', (request, reply, done) => {
      if (isApiRequest(request)) reply.header('x-robots-tag', 'noindex')
      done()
    })
    app.get('/robots.txt', (_request, reply) => {
      reply.header('cache-control', cacheControl).type('text/plain; charset=utf-8').send(robots)
    })
    app.get('/sitemap.xml', (_request, reply) => {
      const sitemap = sitemapText(appOrigin, [...sitePages, ...servicePages()])
      reply.header('cache-control', cacheControl).type('application/xml; charset=utf-8').send(sitemap)
    })
  },
  { name: 'search-engines' },
)

/** Crawlers must read pages to see noindex. */
function robotsText(appOrigin: string): string {
  const rules = uncrawled.map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...rules, '', `Sitemap: ${embeddableOrigin(appOrigin)}/sitemap.xml`, ''].join('\n')
}

function sitemapText(appOrigin: string, pages: readonly Page[]): string {
  const urls = pages
    .filter((page) => !page.noindex)
    .map((page) => `  <url><loc>${embeddableOrigin(appOrigin)}${page.path}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
}

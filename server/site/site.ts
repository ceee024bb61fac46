import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import isFresh from 'fresh'
import { chooseCoding } from '#server/http/content-coding.ts'
import { sendError, wantsPage } from '#server/http/error-responses.ts'
import { cookieNames } from '#shared/cookie-names.ts'
import { notFoundPage, type Page, sitePages } from '#shared/pages.ts'
import type { SessionHint } from '#shared/session-hint.ts'
import type { BuiltPage } from './built-pages.ts'
import { readPageVariants } from './page-variants.ts'
import { addPreview } from './preview.ts'
import { addSiteFiles } from './site-files.ts'

type SiteOptions = {
  readonly clientDir: string
  /** Has the assets of the releases before. */
  readonly earlierDir: string
  readonly appOrigin: string
  /** Whether there is no mail service, of which the pages tell. */
  readonly emailsToFiles: boolean
  /** Reads the sentence about the retention rules in force. Never throws. */
  readRetention(): Promise<string>
}

export const site = plugin(
  async (app: FastifyInstance, { clientDir, earlierDir, appOrigin, emailsToFiles, readRetention }: SiteOptions) => {
    const texts = emailsToFiles ? { '<html': '<html data-mail="files"' } : {}
    const read = (pagesDir: string, more: Record<string, string> = {}) =>
      readPageVariants(pagesDir, [...sitePages, ...servicePagesIn(pagesDir), notFoundPage], appOrigin, readRetention, {
        ...texts,
        ...more,
      })
    let pages = await read(app.company.pagesDir())
    app.company.onChange(async (pagesDir) => {
      const next = await read(pagesDir)
      return () => {
        pages = next
      }
    })
    const sessionCookie = cookieNames(appOrigin.startsWith('https:')).refresh
    const previewFor = addPreview(app, appOrigin, read)

    async function answer(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> {
      const preview = await previewFor(request)
      const current = preview ?? pages
      if (!current.has(page)) {
        reply.callNotFound()
        return reply
      }
      const built = await current.get(page, getHint(request, sessionCookie), request.query)
      if (preview) reply.header('x-robots-tag', 'noindex')
      await sendPage(request, reply, built, preview ? { ...page, hasSecretUrl: true } : page)
      return reply
    }

    for (const page of sitePages) {
      const { path, file } = page
      // The client shows 'not found' for an id that no request has.
      const route = path.replace('$id', ':id(^.+$)')
      if (pages.has(page)) app.get(route, (request, reply) => answer(request, reply, page))
      if (route !== path) continue
      for (const other of pathAliases(path, file)) app.get(other, (request, reply) => redirect(request, reply, path))
    }
    // Each published company has services of its own.
    app.get<{ Params: { slug: string } }>('/services/:slug', (request, reply) =>
      answer(request, reply, servicePage(request.params.slug)),
    )
    app.get<{ Params: { slug: string } }>('/services/:slug/', (request, reply) => {
      const page = servicePage(request.params.slug)
      if (pages.has(page)) redirect(request, reply, page.path)
      else reply.callNotFound()
    })
    await addSiteFiles(app, { clientDir, earlierDir, previewFor })

    app.setNotFoundHandler(async (request, reply) => {
      if (pages.has(notFoundPage) && wantsPage(request)) {
        const built = await pages.get(notFoundPage, getHint(request, sessionCookie), {})
        await sendPage(request, reply.code(404), built, notFoundPage)
      } else sendError(request, reply, 404)
      return reply
    })
  },
  { name: 'site', dependencies: ['company'] },
)

/** What serving a service's page takes. */
function servicePage(slug: string): Page {
  return { path: `/services/${slug}`, file: `services/${slug}.html`, title: '', description: '' }
}

/** Finds them in the folder, since they may be of a company that is not in force. */
function servicePagesIn(pagesDir: string): Page[] {
  const folder = join(pagesDir, 'services')
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.flatMap((name) => {
    const [, slug] = /^([a-z\d-]+)\.html$/.exec(name) ?? []
    return slug === undefined ? [] : [servicePage(slug)]
  })
}

/** The page checks the session itself. */
function getHint({ cookies }: FastifyRequest, sessionCookie: string): SessionHint {
  return cookies[sessionCookie] === undefined ? 'none' : 'some'
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: BuiltPage,
  { hasSecretUrl }: Page,
): Promise<void> {
  reply.headers({ ...page.headers, 'cache-control': 'no-cache', vary: 'accept-encoding, cookie' })
  if (hasSecretUrl) reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  // "Not modified" would have no body.
  else if (reply.statusCode === 200) {
    reply.header('etag', page.etag)
    if (isFresh(request.headers, { etag: page.etag })) {
      reply.code(304).send()
      return
    }
  }
  const coding = chooseCoding(request.headers['accept-encoding']?.toString())
  const body = coding ? await page.compressed(coding) : page.plain
  if (coding) reply.header('content-encoding', coding)
  reply.type('text/html; charset=utf-8').send(body)
}

function pathAliases(path: string, file: string): string[] {
  return path === '/' ? [`/${file}`] : [`${path}/`, `/${file}`]
}

/** The redirect never leads to another site. */
function redirect(request: FastifyRequest, reply: FastifyReply, path: string): void {
  const [, ...query] = (request.raw.url ?? '').split('?')
  reply.redirect(query.length > 0 ? `${path}?${query.join('?')}` : path, 301)
}

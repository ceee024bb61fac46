import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import isFresh from 'fresh'
import { getRefusal } from '#server/accounts/sessions/guards.ts'
import { clearCookie } from '#server/accounts/sessions/session-cookies.ts'
import { chooseCoding } from '#server/http/content-coding.ts'
import { sendError, wantsPage } from '#server/http/error-responses.ts'
import { cookieNames } from '#shared/cookie-names.ts'
import { notFoundPage, type Page, sitePages } from '#shared/pages.ts'
import type { SessionHint } from '#shared/session-hint.ts'
import { shareImage } from '#shared/site-images.ts'
import type { BuiltPage } from './built-pages.ts'
import { earlierAssets } from './earlier-assets.ts'
import { type PageVariants, readPageVariants } from './page-variants.ts'

const hashedFolder = 'assets'

const notServed = /\.(?:br|gz|html|map)$|^manifest\.json$/
const compressedCopy = /\.(?:br|gz|map)$/
const assetName = /^\w[\w.-]*$/
const publishedAsset = /^(?:company|photo)-[\w-]+\.(?:js|avif|webp)$/

const year = '365d'
/** Names without a hash are cached for this long. */
const hour = '1h'

const endOfPreview = '/admin/company/end-preview'
const previewNote = `<style>.preview{position:fixed;z-index:99;inset:auto 0 0;margin:0;padding:.75rem;background:#14213b;color:#fff;text-align:center}.preview a{color:#f0b44c}</style><p class="preview" role="status">Preview. Only you see this page. <a href="${endOfPreview}">End the preview</a></p>`

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
    const names = cookieNames(appOrigin.startsWith('https:'))
    const sessionCookie = names.refresh
    let previewed: { readonly folder: string; readonly pages: ReturnType<typeof read> } | undefined

    /** The pages of a company that is not published, for administrators who asked for them. */
    async function previewFor(request: FastifyRequest): Promise<PageVariants | undefined> {
      const folder = app.company.renderedDir(request.cookies[names.preview] ?? '')
      if (!folder) return undefined
      const session = await request.client.session()
      if (!session || getRefusal(session.user, 'manageInstallation')) return undefined
      if (previewed?.folder !== folder)
        previewed = { folder, pages: read(folder, { '</body>': `${previewNote}</body>` }) }
      return await previewed.pages
    }

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

    app.get(endOfPreview, (_request, reply) => {
      clearCookie({ reply, config: { appOrigin } }, 'preview')
      return reply.redirect('/admin/company')
    })

    const serving = { dotfiles: 'deny', index: false, preCompressed: true, suppressWarning: true } as const
    await app.register(fastifyStatic, { ...serving, root: clientDir, serve: false })
    for (const page of sitePages) {
      const { path, file, below } = page
      // The client shows 'not found' here.
      const paths = below ? [path, `${below}:name(^.+$)`] : [path]
      if (pages.has(page)) for (const each of paths) app.get(each, (request, reply) => answer(request, reply, page))
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
    // A later build needs a restart.
    const files = filesIn(clientDir)
    for (const file of files.filter((each) => !isAsset(each) && !notServed.test(each)))
      app.get(`/${encodeURI(file)}`, (_request, reply) => {
        // Other sites show it beside links.
        if (`/${file}` === shareImage.path) reply.header('cross-origin-resource-policy', 'cross-origin')
        // Published companies have their own.
        const { pagesDir } = app.company
        const folder = existsSync(join(pagesDir(), file)) ? pagesDir() : clientDir
        reply.sendFile(file, folder, { maxAge: hour })
      })
    const assets = new Set(files.filter((each) => isAsset(each) && !compressedCopy.test(each)))
    // The plugin's own route reads the folder for each request, to compare the spelling of the name.
    app.get<{ Params: { '*': string } }>(`/${hashedFolder}/*`, (request, reply) => {
      const name = request.params['*']
      const caching = { immutable: true, maxAge: year }
      const { assetsDir } = app.company
      if (assets.has(`${hashedFolder}/${name}`)) reply.sendFile(`${hashedFolder}/${name}`, caching)
      else if (publishedAsset.test(name) && existsSync(join(assetsDir, name))) reply.sendFile(name, assetsDir, caching)
      else if (assetName.test(name) && !compressedCopy.test(name)) reply.sendFile(name, earlierDir, caching)
      else reply.callNotFound()
    })
    await app.register(earlierAssets, { assetsDir: join(clientDir, hashedFolder), earlierDir })

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

/** Lists the files by their paths in the folder, without hidden ones. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep))
    .filter((parts) => !parts.some((part) => part.startsWith('.')))
    .map((parts) => parts.join('/'))
}

/** Its name has a hash. */
function isAsset(file: string): boolean {
  return file.startsWith(`${hashedFolder}/`)
}

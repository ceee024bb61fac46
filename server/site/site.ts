import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import isFresh from 'fresh'
import { chooseCoding } from '#server/http/content-coding.ts'
import { isApiRequest, sendError, sendErrorResponse } from '#server/http/error-responses.ts'
import { cookieNames } from '#shared/cookie-names.ts'
import { notFoundPage, type Page, sitePages } from '#shared/pages.ts'
import type { SessionHint } from '#shared/session-hint.ts'
import { shareImage } from '#shared/site-images.ts'
import type { BuiltPage } from './built-pages.ts'
import { readPageVariants } from './page-variants.ts'

/** The folder of files whose names change with their content. */
const hashedFolder = 'assets'

/** Files that stand for something else: compressed copies, pages (known by their own paths), what the build leaves. */
const notServed = /\.(?:br|gz|html|map)$|^manifest\.json$/
const compressedCopy = /\.(?:br|gz|map)$/

const year = '365d'
/** How long a browser may keep a file whose name does not change, such as the icon. */
const shortWhile = '1h'

/**
 * Serves the built client: the prerendered pages by their paths, hashed files for good, and the few others by name.
 * Whatever is not one of these does not exist.
 */
export const site = plugin(
  async (app: FastifyInstance, { clientDir, appOrigin }: { clientDir: string; appOrigin: string }) => {
    const pages = await readPageVariants(clientDir, [...sitePages, notFoundPage], appOrigin)
    const sessionCookie = cookieNames(appOrigin.startsWith('https:')).refresh
    const serving = { dotfiles: 'deny', index: false, preCompressed: true, suppressWarning: true } as const

    await app.register(fastifyStatic, { ...serving, root: clientDir, serve: false })
    for (const page of sitePages) {
      const { path, file, below } = page
      // What such an address names is looked up by the page's scripts; that there is nothing in it is theirs to say.
      const paths = below ? [path, `${below}:name(^.+$)`] : [path]
      if (pages.has(page))
        for (const each of paths)
          app.get(each, async (request, reply) => {
            sendPage(request, reply, await pages.get(page, hintOf(request, sessionCookie)), page)
            return reply
          })
      for (const other of pathAliases(path, file)) app.get(other, (request, reply) => redirect(request, reply, path))
    }
    for (const file of otherFiles(clientDir))
      app.get(`/${encodeURI(file)}`, (_request, reply) => {
        // Made for others' pages, which show it with a link to the site.
        if (`/${file}` === shareImage.path) reply.header('cross-origin-resource-policy', 'cross-origin')
        reply.sendFile(file, { maxAge: shortWhile })
      })

    await app.register(async (assets) => {
      // What is hidden or lies outside is as good as what is not there.
      assets.setErrorHandler<FastifyError>((error, request, reply) => {
        if (error.statusCode === 403) reply.callNotFound()
        else sendErrorResponse(error, request, reply)
      })
      await assets.register(fastifyStatic, {
        ...serving,
        root: join(clientDir, hashedFolder),
        prefix: `/${hashedFolder}/`,
        decorateReply: false,
        immutable: true,
        maxAge: year,
        allowedPath: (path) => !compressedCopy.test(path),
      })
    })

    app.setNotFoundHandler(async (request, reply) => {
      if (pages.has(notFoundPage) && wantsPage(request))
        sendPage(request, reply.code(404), await pages.get(notFoundPage, hintOf(request, sessionCookie)), notFoundPage)
      else sendError(request, reply, 404)
      return reply
    })
  },
  { name: 'site' },
)

/** Goes by the presence of the cookie alone: the page's scripts find out whether the session is valid. */
function hintOf({ cookies }: FastifyRequest, sessionCookie: string): SessionHint {
  return cookies[sessionCookie] === undefined ? 'none' : 'some'
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: BuiltPage, { hasSecretUrl }: Page): void {
  reply.headers({ ...page.headers, 'cache-control': 'no-cache', vary: 'accept-encoding, cookie' })
  if (hasSecretUrl) reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  // A page that is not found must never be answered with "not modified", which has no body.
  else if (reply.statusCode === 200) {
    reply.header('etag', page.etag)
    if (isFresh(request.headers, { etag: page.etag })) {
      reply.code(304).send()
      return
    }
  }
  const coding = chooseCoding(request.headers['accept-encoding']?.toString())
  if (coding) reply.header('content-encoding', coding)
  reply.type('text/html; charset=utf-8').send(coding ? page.compressed[coding] : page.plain)
}

/** Addresses that people make of a page's path. */
function pathAliases(path: string, file: string): string[] {
  return path === '/' ? [`/${file}`] : [`${path}/`, `/${file}`]
}

/** To a path of ours, whatever was asked for, so that nobody can be sent elsewhere. */
function redirect(request: FastifyRequest, reply: FastifyReply, path: string): void {
  const [, ...query] = (request.raw.url ?? '').split('?')
  reply.redirect(query.length > 0 ? `${path}?${query.join('?')}` : path, 301)
}

function otherFiles(clientDir: string): string[] {
  if (!existsSync(clientDir)) return []
  return readdirSync(clientDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(clientDir, join(entry.parentPath, entry.name)).split(sep))
    .filter((parts) => parts[0] !== hashedFolder && !parts.some((part) => part.startsWith('.')))
    .map((parts) => parts.join('/'))
    .filter((file) => !notServed.test(file))
}

/** Whether somebody reads the answer in a browser: not for the API, and not for a missing script or picture. */
function wantsPage(request: FastifyRequest): boolean {
  if (isApiRequest(request)) return false
  const { accept = '*/*' } = request.headers
  const [path = ''] = (request.raw.url ?? '').split('?')
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+$/.test(path))
}

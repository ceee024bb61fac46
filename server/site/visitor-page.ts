import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { consumeAttempts } from '#server/accounts/limits/attempts.ts'
import { clientIp, rateLimitKey } from '#server/accounts/limits/client-ip.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { changeByVisitor } from '#server/estimates/visitor/visitor-changes.ts'
import { sendErrorResponse } from '#server/http/error-responses.ts'
import { HttpError } from '#server/http/http-error.ts'
import { originProblem } from '#server/http/request-origin.ts'
import { minuteMs } from '#shared/durations.ts'
import { photoProblems } from '#shared/estimates/photos.ts'
import { requestPage, requestPlaceholder } from '#shared/pages.ts'
import { readBuiltPages } from './built-pages.ts'
import { sendPhoto } from './photo-routes.ts'
import { acceptPhotos, type PhotoUploads } from './photo-uploads.ts'
import { reviewOptOut } from './review-opt-out.ts'
import { type SendPage, sendProposalFile, staffProposals } from './staff-proposals.ts'
import { type Refused, readNotice, readVisitorForm, type SentForm } from './visitor-form-values.ts'
import { type FoundRequest, findRequest } from './visitor-request.ts'
import { countWrongLink } from './wrong-links.ts'

/** People who share an IP address open fewer. */
const maxPerMinute = 120

type VisitorPageOptions = {
  readonly config: Pick<Config, 'appOrigin' | 'allowedOrigins'>
  readonly database: Database
  readonly serverKey: Buffer
  readonly clock: Clock
  readonly uploads: PhotoUploads
  wakeOutbox(): void
}

/** All that stands behind the slash is a token, so that whatever is wrong with it gets the same response. */
const url = `${requestPage.path}/*`
type TokenRequest = FastifyRequest<{ Params: { '*': string }; Querystring: Record<string, unknown>; Body: unknown }>

/** The part of the title before the company's name is replaced. */
const titleStart = /(?<=<title>)[^<|]*/

/** Reads the page around the content. */
async function readFrame(pagesDir: string, appOrigin: string) {
  const built = (await readBuiltPages(pagesDir, [requestPage], appOrigin)).get(requestPage.file)
  if (!built) return undefined
  const [before = '', after] = built.plain.toString().split(requestPlaceholder)
  if (after === undefined) throw new Error(`${requestPage.file} has no place for its content.`)
  return { headers: built.headers, before, after }
}

/** The page that shows visitors their request. Whoever has its link has no other right. */
export const visitorPage = plugin(
  async (app: FastifyInstance, options: VisitorPageOptions) => {
    const { config } = options
    const read = (pagesDir: string) => readFrame(pagesDir, config.appOrigin)
    const built = await read(app.company.pagesDir())
    // In development there may be no build.
    if (!built) return
    let frame = built
    app.company.onChange(async (pagesDir) => {
      const next = await read(pagesDir)
      return () => {
        frame = next ?? frame
      }
    })

    const sendPage: SendPage = (reply, status, content, title) =>
      reply
        .code(status)
        // The forms of a page without a referrer would name no origin. This one never has the path.
        .headers({ ...frame.headers, 'cache-control': 'no-store', 'referrer-policy': 'strict-origin' })
        .header('x-robots-tag', 'noindex')
        .type('text/html; charset=utf-8')
        .send((title ? frame.before.replace(titleStart, `${title} `) : frame.before) + content + frame.after)

    /** Too many calls, wrong links and an unavailable database have pages of their own. */
    function withProblemPages(routes: FastifyInstance) {
      const count = routes.createRateLimit({ max: maxPerMinute, timeWindow: minuteMs })
      routes.setErrorHandler(async (error: FastifyError, request, reply) => {
        if (!(error instanceof DatabaseUnavailable)) return sendErrorResponse(error, request, reply)
        const { problemHtml, problems } = await loadView()
        request.log.warn({ err: error }, 'a request could not be shown to its visitor')
        return sendPage(reply.header('retry-after', '60'), 503, problemHtml(problems[503]))
      })
      return <Request extends FastifyRequest>(answer: (request: Request, reply: FastifyReply) => Promise<boolean>) =>
        async (request: Request, reply: FastifyReply) => {
          const { problemHtml, problems } = await loadView()
          const limit = await count(request)
          if (!limit.isAllowed && limit.isExceeded)
            return sendPage(reply.header('retry-after', limit.ttlInSeconds), 429, problemHtml(problems[429]))
          if (await answer(request, reply)) return reply
          const { status, headers } = await countWrongLink(options, request)
          return sendPage(reply.headers(headers), status, problemHtml(problems[status]))
        }
    }

    await app.register(staffProposals, { ...options, sendPage })
    await app.register(async (routes) => {
      reviewOptOut(routes, { ...options, sendPage, handler: withProblemPages(routes) })
    })
    await app.register(async (routes) => {
      readFormsOnly(routes)
      await acceptPhotos(routes)
      const handler = withProblemPages(routes)
      const answering = (answer: Answer) =>
        handler((request: TokenRequest, reply) => answerToken(answer, request, reply, { ...options, sendPage }))
      routes.get(url, answering(answerGet))
      routes.post(url, answering(answerPost))
    })

    function readFormsOnly(routes: FastifyInstance): void {
      routes.removeAllContentTypeParsers()
      routes.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'buffer' },
        (_request, body: Buffer, done) => {
          try {
            const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
            // It refuses what URLSearchParams would replace.
            decodeURIComponent(text)
            done(null, new URLSearchParams(text))
          } catch {
            done(new HttpError(400, 'The request is not valid UTF-8.'))
          }
        },
      )
      routes.addHook('onRequest', (request, _reply, done) => {
        const isForged = request.method === 'POST' && originProblem(request.headers, config.allowedOrigins)
        done(isForged ? new HttpError(403, 'This request does not come from a page of this site.') : undefined)
      })
    }
  },
  { name: 'visitor-page', dependencies: ['@fastify/rate-limit'] },
)

/** React takes its time to load, and most starts need it for emails alone. */
const loadView = () => import('./request-view.tsx')

type Page = VisitorPageOptions & {
  readonly sendPage: SendPage
  /** What follows the token in the path. */
  readonly token: string
  readonly part: string | undefined
  readonly photoId: string | undefined
  readonly path: string
}

const uuidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Sends the response. Returns false where there is nothing at this path; a reply cannot be awaited. */
type Answer = (request: TokenRequest, reply: FastifyReply, found: FoundRequest, page: Page) => Promise<boolean>

async function answerToken(
  answer: Answer,
  request: TokenRequest,
  reply: FastifyReply,
  options: Omit<Page, 'token' | 'part' | 'photoId' | 'path'>,
): Promise<boolean> {
  const { database, serverKey, clock } = options
  const [token = '', part, photoId, ...more] = request.params['*'].split('/')
  const isPlace = more.length === 0 && (photoId === undefined || (part === 'photos' && uuidForm.test(photoId)))
  const found = await findRequest(database, serverKey, isPlace ? token : '', clock.now())
  return (
    found !== undefined &&
    (await answer(request, reply, found, { ...options, token, part, photoId, path: `${requestPage.path}/${token}` }))
  )
}

const answerGet: Answer = async (request, reply, found, { database, sendPage, part, photoId: id, path }) => {
  if (id) return await sendPhoto(database, request, reply, { id, size: 'small', estimateId: found.id })
  if (part === 'file') return await sendProposalFile(database, reply, found.proposal?.fileId)
  if (part !== undefined) return false
  const { requestHtml } = await loadView()
  const watches = found.rights.mayAnswer && found.proposal?.answer === null && found.proposal.openedAt === null
  const notice = readNotice(request.query.done)
  const context = { path, filePath: `${path}/file`, refused: undefined, notice, watches }
  sendPage(reply, 200, requestHtml(found, context))
  return true
}

const answerPost: Answer = async (request, reply, found, page) => {
  const { sendPage, part, path } = page
  if (part === 'opened') {
    await changeByVisitor(page, found.id, { kind: 'opened' })
    reply.code(204).header('cache-control', 'no-store').send()
    return true
  }
  if (part === 'photos') return await answerPhotos(request, reply, found, page)
  if (part !== undefined || !(request.body instanceof URLSearchParams)) return false
  const { requestHtml } = await loadView()
  const wanted = readVisitorForm(request.body)
  if (!wanted) return false
  const again = (status: number, refused: Refused) => {
    sendPage(reply, status, requestHtml(found, { path, filePath: `${path}/file`, refused }))
    return true
  }
  if ('problem' in wanted) return again(400, wanted)
  try {
    await changeLimited(page, request, found.id, wanted)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const text = request.body.get('text') ?? ''
    const status = error.code === 'too_many' ? 429 : 409
    return again(status, { form: wanted.kind, text, problem: error.message })
  }
  page.wakeOutbox()
  reply.header('cache-control', 'no-store').redirect(`${path}?done=${wanted.kind}`, 303)
  return true
}

/** A form sends them all at once, and the script of the page each by itself, under an id of its own. */
const answerPhotos: Answer = async (request, reply, found, page) => {
  const { uploads, database, serverKey, clock, sendPage, token, photoId, path } = page
  reply.header('cache-control', 'no-store')
  try {
    if (!found.rights.mayAdd) throw new HttpError(409, photoProblems.tooLate)
    const photos = await uploads.receive(request, { estimateId: found.id }, photoId)
    if (photoId) reply.send(photos[0])
    else reply.redirect(`${path}?done=photos`, 303)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const { statusCode, message, headers } = error
    reply.headers(headers)
    if (photoId) reply.code(statusCode).send({ message })
    else {
      const { requestHtml } = await loadView()
      const refused: Refused = { form: 'photos', text: '', problem: message }
      // Those before the refused one were stored.
      const shown = (await findRequest(database, serverKey, token, clock.now())) ?? found
      sendPage(reply, statusCode, requestHtml(shown, { path, filePath: `${path}/file`, refused }))
    }
  } finally {
    page.wakeOutbox()
  }
  return true
}

async function changeLimited(
  { database, serverKey, clock }: VisitorPageOptions,
  request: FastifyRequest,
  id: string,
  wanted: SentForm,
): Promise<void> {
  const counted = [
    { limit: 'request-change', subject: id },
    { limit: 'request-change-ip', subject: rateLimitKey(clientIp(request)) },
  ] as const
  const { refused } = await consumeAttempts(database, serverKey, counted, clock.now())
  if (refused) throw new AppError('too_many', 'Too much was sent from this page. Please try again later, or call us.')
  await changeByVisitor({ database, clock }, id, wanted)
}

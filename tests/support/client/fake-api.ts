import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AuthReason } from '#shared/account.ts'
import { defaultRetention } from '#shared/retention.ts'
import { noSession } from './account-session.ts'

/** A call that the site has made. */
export type ApiCall = { procedure: string; input: Record<string, unknown> }

type Answer = { status: number; body: unknown } | 'hang up'

/** Answers a call by what it brings along. */
type Responder = (input: Record<string, unknown>) => Answer

/** An API that answers as it is told to, over real HTTP on the loopback interface. */
export type FakeApi = {
  readonly origin: string
  readonly calls: ApiCall[]
  /** Answers the next call, whichever it is but one in the background, with this. */
  answerNext(answer: Answer): void
  /**
   * Answers every call of a procedure with this from now on, unless an answer was told for the next call. Until told,
   * there is no session and the rest gets a reference.
   */
  answerTo(procedure: string, answer: Answer | Responder): void
  /** Holds every answer back until the returned function is called. */
  hold(): () => void
  close(): Promise<void>
}

/** The inputs of each procedure's calls. */
export function inputsOf({ calls }: Pick<FakeApi, 'calls'>, procedure: string): Record<string, unknown>[] {
  return calls.filter((call) => call.procedure === procedure).map(({ input }) => input)
}

/** An answer with what a procedure returns. */
export function dataAnswer(data: unknown): Answer {
  return { status: 200, body: [{ result: { data } }] }
}

/** An answer in which tRPC reports an error. */
export function errorAnswer(
  code: string,
  status: number,
  fieldErrors?: Record<string, string[]>,
  reason?: AuthReason,
  message = 'No.',
): Answer {
  const data = { code, httpStatus: status, ...(fieldErrors ? { fieldErrors } : {}), ...(reason ? { reason } : {}) }
  return { status, body: [{ error: { message, code: -32600, data } }] }
}

/** An answer in which the server refuses something about an account, with its sentence for people. */
export function refusal(reason: AuthReason, status: number, message?: string): Answer {
  return errorAnswer(status === 401 ? 'UNAUTHORIZED' : 'BAD_REQUEST', status, undefined, reason, message)
}

/** The response of `secondFactor.state` for an account without a second factor. */
const noFactors = {
  app: null,
  appProblem: null,
  passkeys: [],
  recoveryCodesLeft: 0,
  isRequired: false,
  provedUntil: null,
}

const openForm = 'estimates.openForm'
// Pages ask for these at times of their own, and nothing waits for them.
const background = new Set([
  openForm,
  'admin.todayCounts',
  'installation.firstDay',
  'estimates.findEarlier',
  'proposals.list',
  'reviews.state',
])

export async function startFakeApi(): Promise<FakeApi> {
  const calls: ApiCall[] = []
  const answers: Answer[] = []
  const answersTo = new Map<string, Answer | Responder>([
    ['auth.session', dataAnswer(noSession)],
    ['auth.signOut', dataAnswer({ status: 'signed_out' })],
    ['auth.refresh', errorAnswer('UNAUTHORIZED', 401)],
    // A form without a token sends at once.
    [openForm, errorAnswer('TOO_MANY_REQUESTS', 429)],
    ['estimates.counts', dataAnswer({ statuses: {}, overdue: 0, quarantined: 0, confirmed: 0 })],
    ['estimates.assignees', dataAnswer([])],
    ['estimates.leadSources', dataAnswer([])],
    ['estimates.findEarlier', dataAnswer({ total: 0, items: [] })],
    [
      'admin.todayCounts',
      dataAnswer({
        ...{ overdue: 0, older: 0, due: 0, proposals: 0, followUps: 0, unassigned: 0, mine: 0 },
        ...{ quarantined: 0, failedEmails: 0 },
      }),
    ],
    ['installation.firstDay', dataAnswer(null)],
    ['savedViews.list', dataAnswer([])],
    ['proposals.list', dataAnswer({ proposals: [], link: null })],
    ['reviews.state', dataAnswer({ problem: 'no_link', askedAt: null })],
    ['privacy.rules', dataAnswer(defaultRetention)],
    ['secondFactor.state', dataAnswer(noFactors)],
    ['account.emailChange', dataAnswer(null)],
    ['calendar.feed', dataAnswer({ hasKey: false, url: null })],
    ['notifications.device', dataAnswer({ publicKey: null, device: null })],
    ['account.sessions', dataAnswer({ sessions: [], total: 1 })],
  ])
  let released = Promise.resolve()

  const server = createServer(async (request, response) => {
    const called = await callsOf(request)
    calls.push(...called)
    const told = called.map(({ procedure, input }) => {
      const answer =
        (background.has(procedure) ? undefined : answers.shift()) ??
        answersTo.get(procedure) ??
        dataAnswer({ reference: 'FB-1234' })
      return typeof answer === 'function' ? answer(input) : answer
    })
    await released
    const parts = told.flatMap((answer) => (answer === 'hang up' ? [] : [answer]))
    if (parts.length < told.length) {
      request.socket.destroy()
      return
    }
    const statuses = new Set(parts.map(({ status }) => status))
    const [status = 200] = statuses
    response
      .writeHead(statuses.size > 1 ? 207 : status, { 'content-type': 'application/json' })
      .end(JSON.stringify(parts.length === 1 ? parts[0]?.body : parts.flatMap(({ body }) => body)))
  })

  const port = await listen(server)
  return {
    origin: `http://127.0.0.1:${port}`,
    calls,
    answerNext: (answer) => answers.push(answer),
    answerTo: (procedure, answer) => answersTo.set(procedure, answer),
    hold() {
      let release = () => {}
      released = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The calls of a request: one, or several that the site has made at the same moment. */
async function callsOf(request: IncomingMessage): Promise<ApiCall[]> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://api')
  const given = request.method === 'GET' ? (searchParams.get('input') ?? '{}') : await text(request)
  const inputs: Record<string, Record<string, unknown>> = JSON.parse(given || '{}')
  return pathname
    .replace('/api/trpc/', '')
    .split(',')
    .map((procedure, index) => ({ procedure, input: inputs[String(index)] ?? {} }))
}

async function text(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body += String(part)
  return body
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The fake API has no port.')
  return address.port
}

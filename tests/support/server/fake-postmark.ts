import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AcceptedMail, acceptance, answerHtml, answerJson, bodyOf, mailOf, type Result } from './postmark-wire.ts'

/** The fake's reaction to a request to send. */
export type PostmarkBehaviour =
  | 'ok'
  /** Accepts the message and says so a fifth of a second later. */
  | 'late'
  | 'hang'
  /** Answers as if all were well, one byte a second. */
  | 'slow body'
  | 'half body'
  | '500'
  | '502 HTML'
  | '429'
  | '200 text'
  | '200 without MessageID'
  | '200 with an ErrorCode'
  /** A 200 with code 300, which as a 422 would refuse the message for good. */
  | '200/300'
  | '200/406'
  | '200 empty'
  | 'reset'
  | 'endless body'
  | 'redirect'
  /** A 422 with code 300: invalid email request. */
  | '422/300'
  /** Code 300 because of the Reply-To; accepts messages without one. */
  | '422/300 Reply-To'
  /** Code 300 with a text that names no field. */
  | '422/300 unnamed'
  /** A 422 with code 406: inactive recipient. */
  | '422/406'
  /** A 422 with code 405: out of credits. */
  | '422/405'
  /** A 422 with code 412: the account is pending approval, and may write to its own domain only. */
  | '422/412'
  /** A 422 with code 400: sender signature not found. */
  | '422/400'
  /** A 401: bad token. */
  | '401'
  /** A firewall's answer, not Postmark's. */
  | '403 HTML'
  /** Accepts the message, then closes the connection without an answer. */
  | 'accept then die'

const lateMs = 200

type ChooseBehaviour = (mail: AcceptedMail) => PostmarkBehaviour

/** A server on loopback that speaks as much of Postmark's API as sending takes. */
export type FakePostmark = {
  /** The value for POSTMARK_API_ORIGIN. */
  readonly origin: string
  /** Every accepted message in order, repeated ones too. */
  readonly accepted: readonly AcceptedMail[]
  /** The number of requests to send that arrived, whatever became of them. */
  readonly requests: number
  /** Requests that came to where the redirect points. */
  readonly redirected: number
  /** Applies from now on, to every message or depending on it. */
  behave(behaviour: PostmarkBehaviour | ChooseBehaviour): void
  /** Applies to the next messages, one behaviour each; then the one before holds again. */
  behaveNext(...behaviours: readonly PostmarkBehaviour[]): void
  /** Refuses connections until {@link FakePostmark.comeUp}. */
  goDown(): Promise<void>
  comeUp(): Promise<void>
  /**
   * It then accepts everything and has seen nothing. It is on another port, so that nothing of earlier requests
   * arrives.
   */
  restart(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a fake that accepts everything, on a free port that it keeps while it is down.
 *
 * @param receive takes each accepted message in place of {@link FakePostmark.accepted}, which would keep them all
 */
export async function startFakePostmark(receive?: (mail: AcceptedMail) => void): Promise<FakePostmark> {
  const fake = new Fake(receive)
  await fake.comeUp()
  return fake
}

type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly mail: AcceptedMail
  /** Postmark's response if it accepts the message. */
  readonly accepting: Result
}

class Fake implements FakePostmark {
  readonly accepted: AcceptedMail[] = []
  requests = 0
  redirected = 0
  #server: Server | undefined
  #port = 0
  #choose: ChooseBehaviour = () => 'ok'
  readonly #next: PostmarkBehaviour[] = []
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #receive: (mail: AcceptedMail) => void

  constructor(receive: (mail: AcceptedMail) => void = (mail) => this.accepted.push(mail)) {
    this.#receive = receive
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  behave(behaviour: PostmarkBehaviour | ChooseBehaviour): void {
    this.#choose = typeof behaviour === 'function' ? behaviour : () => behaviour
  }

  behaveNext(...behaviours: readonly PostmarkBehaviour[]): void {
    this.#next.push(...behaviours)
  }

  async comeUp(): Promise<void> {
    const server = createServer((request, response) => {
      this.#handle(request, response).catch(() => response.destroy())
    })
    this.#server = server
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(this.#port, '127.0.0.1', resolve)
    })
    const address = server.address()
    if (typeof address === 'object' && address !== null) this.#port = address.port
  }

  async goDown(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers.clear()
    if (!server) return
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }

  async restart(): Promise<void> {
    await this.goDown()
    this.accepted.length = 0
    this.requests = 0
    this.redirected = 0
    this.#next.length = 0
    this.behave('ok')
    this.#port = 0
    await this.comeUp()
  }

  close(): Promise<void> {
    return this.goDown()
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/elsewhere') {
      this.redirected += 1
      return answerJson(response, 200, acceptance())
    }
    if (request.method !== 'POST' || request.url !== '/email') {
      return answerJson(response, 404, { ErrorCode: 404, Message: 'No such endpoint' })
    }
    const mail = mailOf(JSON.parse(await bodyOf(request)))
    this.requests += 1
    const isKnown = request.headers['x-postmark-server-token'] !== undefined
    const behaviour = isKnown ? (this.#next.shift() ?? this.#choose(mail)) : '401'
    this.#answers[behaviour]({ request, response, mail, accepting: acceptance(mail.to) })
  }

  readonly #answers: Record<PostmarkBehaviour, (exchange: Exchange) => void> = {
    ok: ({ response, mail, accepting }) => {
      this.#receive(mail)
      answerJson(response, 200, accepting)
    },
    late: ({ response, mail, accepting }) => {
      this.#receive(mail)
      setTimeout(() => answerJson(response, 200, accepting), lateMs)
    },
    hang: () => undefined,
    'slow body': ({ response, accepting }) => {
      const text = JSON.stringify(accepting)
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
      let sent = 0
      this.#repeat(response, 1000, () => {
        response.write(text[sent])
        sent += 1
        if (sent === text.length) response.end()
      })
    },
    'half body': ({ request, response, accepting }) => {
      const text = JSON.stringify(accepting)
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
      response.write(text.slice(0, text.length / 2), () => request.socket.destroy())
    },
    '500': ({ response }) => answerJson(response, 500, { ErrorCode: 0, Message: 'Internal error' }),
    '502 HTML': ({ response }) => answerHtml(response, 502, '<h1>Bad Gateway</h1>'),
    '429': ({ response }) => answerJson(response, 429, { ErrorCode: 429, Message: 'Rate limit exceeded' }),
    '200 text': ({ response }) => answerHtml(response, 200, 'Welcome to the hotel Wi-Fi'),
    '200 without MessageID': ({ response }) => answerJson(response, 200, { ErrorCode: 0, Message: 'OK' }),
    '200 with an ErrorCode': ({ response }) =>
      answerJson(response, 200, { ...acceptance(), ErrorCode: 100, Message: 'Maintenance' }),
    '200/300': ({ response }) => answerJson(response, 200, { ...acceptance(), ErrorCode: 300 }),
    '200/406': ({ response }) => answerJson(response, 200, { ...acceptance(), ErrorCode: 406 }),
    '200 empty': ({ response }) => void response.writeHead(200).end(),
    reset: ({ request }) => void request.socket.resetAndDestroy(),
    'endless body': ({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      this.#repeat(response, 1, () => response.write(' '.repeat(16 * 1024)))
    },
    redirect: ({ response }) => {
      response.writeHead(302, { location: `${this.origin}/elsewhere` }).end()
    },
    '422/300': ({ response, mail }) =>
      answerJson(response, 422, { ErrorCode: 300, Message: `Invalid 'To' address: '${mail.to}'.` }),
    '422/300 Reply-To': (exchange) =>
      exchange.mail.replyTo === undefined
        ? this.#answers.ok(exchange)
        : answerJson(exchange.response, 422, { ErrorCode: 300, Message: "Invalid 'ReplyTo' address: 'x'." }),
    '422/300 unnamed': ({ response }) => answerJson(response, 422, { ErrorCode: 300, Message: 'Invalid request.' }),
    '422/406': ({ response, mail }) =>
      answerJson(response, 422, { ErrorCode: 406, Message: `Found inactive addresses: ${mail.to}. Inactive` }),
    '422/405': ({ response }) => answerJson(response, 422, { ErrorCode: 405, Message: 'Not allowed to send' }),
    '422/412': ({ response }) => answerJson(response, 422, { ErrorCode: 412, Message: 'Account is pending approval' }),
    '422/400': ({ response }) => answerJson(response, 422, { ErrorCode: 400, Message: 'No such sender' }),
    '401': ({ response }) => answerJson(response, 401, { ErrorCode: 10, Message: 'Bad or missing API token' }),
    '403 HTML': ({ response }) => answerHtml(response, 403, '<h1>403 Forbidden</h1>'),
    'accept then die': ({ request, mail }) => {
      this.#receive(mail)
      request.socket.destroy()
    },
  }

  #repeat(response: ServerResponse, ms: number, step: () => void): void {
    const timer = setInterval(step, ms)
    this.#timers.add(timer)
    response.once('close', () => {
      clearInterval(timer)
      this.#timers.delete(timer)
    })
  }
}

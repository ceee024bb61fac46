import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AuthReason } from '#shared/account.ts'

/** A call that the site has made. */
type ApiCall = { procedure: string; input: Record<string, unknown> }

type Answer = { status: number; body: unknown } | 'hang up'

/** Answers a call by what it brings along. */
type Responder = (input: Record<string, unknown>) => Answer

/** An API that answers as it is told to, over real HTTP on the loopback interface. */
export type FakeApi = {
  readonly origin: string
  readonly calls: ApiCall[]
  /** Answers the next call with this; calls after the last one told of get a reference. */
  answerNext(answer: Answer): void
  /** Answers every call of a procedure with this from now on, unless an answer was told for the next call. */
  answerTo(procedure: string, answer: Answer | Responder): void
  /** Holds every answer back until the returned function is called. */
  hold(): () => void
  close(): Promise<void>
}

/** An answer in which tRPC reports an error. */
export function errorAnswer(code: string, status: number, fieldErrors?: Record<string, string[]>): Answer {
  const data = { code, httpStatus: status, ...(fieldErrors ? { fieldErrors } : {}) }
  return { status, body: [{ error: { message: 'No.', code: -32600, data } }] }
}

/** An answer in which a call has worked. */
export function dataAnswer(data: unknown): Answer {
  return { status: 200, body: [{ result: { data } }] }
}

/** An answer in which the server refuses something about an account, with its sentence for people. */
export function refusal(reason: AuthReason, status: number, message = 'No.'): Answer {
  const data = { code: status === 401 ? 'UNAUTHORIZED' : 'BAD_REQUEST', httpStatus: status, reason }
  return { status, body: [{ error: { message, code: -32600, data } }] }
}

export async function startFakeApi(): Promise<FakeApi> {
  const calls: ApiCall[] = []
  const answers: Answer[] = []
  let released = Promise.resolve()

  const lasting = new Map<string, Answer | Responder>()

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://api')
    const inputs = (await text(request)) || searchParams.get('input') || '{}'
    const body: Record<string, Record<string, unknown>> = JSON.parse(inputs)
    const procedure = pathname.replace('/api/trpc/', '')
    const input = body['0'] ?? {}
    calls.push({ procedure, input })
    const told = answers.shift() ?? lasting.get(procedure) ?? dataAnswer({ reference: 'FB-1234' })
    const answer = typeof told === 'function' ? told(input) : told
    await released
    if (answer === 'hang up') {
      request.socket.destroy()
      return
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })

  const port = await listen(server)
  return {
    origin: `http://127.0.0.1:${port}`,
    calls,
    answerNext: (answer) => answers.push(answer),
    answerTo: (procedure, answer) => lasting.set(procedure, answer),
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

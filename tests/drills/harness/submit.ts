import { Agent, request as httpRequest } from 'node:http'
import type { EstimateInput } from '#shared/estimates/estimate-input.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { fromElsewhere } from '#tests/support/server/sender-ip.ts'
import type { Ledger, Verdict } from './ledger.ts'
import type { Random } from './random.ts'

export type DrillInput = EstimateInput & { readonly requestKey: string; readonly email: string }

/** Makes an input that differs from every other. */
export function newInput(random: Random, overrides: Partial<EstimateInput> = {}): DrillInput {
  const requestKey = random.uuid()
  const email = `visitor-${requestKey}@example.com`
  return { ...estimateInput({ name: `Visitor ${requestKey}`, ...overrides }), requestKey, email }
}

type SendOptions = {
  readonly agent?: Agent
  readonly timeoutMs?: number
  /** The sender's IP address. If it is left out, a new one is taken. */
  readonly address?: string
  readonly cookie?: string
  /** Called once the operating system has the whole request. */
  readonly onSent?: () => void
}

export type Reply = {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

/** Rejects without a complete response. */
export function send(url: string, body: unknown, options: SendOptions & { method?: string } = {}): Promise<Reply> {
  const { agent, timeoutMs = 15_000, address, cookie, onSent, method = body === undefined ? 'GET' : 'POST' } = options
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const request = httpRequest(url, {
      ...(agent ? { agent } : {}),
      method,
      headers: {
        ...(address ? { 'x-forwarded-for': address } : fromElsewhere()),
        ...(payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        ...(cookie ? { cookie, 'sec-fetch-site': 'same-origin' } : {}),
      },
    })
    const deadline = setTimeout(
      () => request.destroy(Object.assign(new Error('time-out'), { code: 'NO ANSWER' })),
      timeoutMs,
    )
    const settle = () => clearTimeout(deadline)
    request.once('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('error', reject)
      response.once('close', () => {
        settle()
        if (response.complete)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts).toString(),
          })
        else reject(Object.assign(new Error('incomplete response'), { code: 'INCOMPLETE' }))
      })
    })
    if (onSent) request.once('finish', onSent)
    request.once('error', (error) => {
      settle()
      reject(error)
    })
    request.end(payload)
  })
}

/** Sends an estimate once and records the result. */
export async function submit(
  origin: string,
  ledger: Ledger,
  input: DrillInput,
  options: SendOptions = {},
): Promise<Verdict> {
  ledger.sending(input)
  const verdict = await attempt(origin, input, options)
  ledger.note(input, verdict)
  return verdict
}

async function attempt(origin: string, input: DrillInput, options: SendOptions) {
  try {
    const { status, body, headers } = await send(`${origin}/api/trpc/estimates.submit`, input, options)
    if (status === 200) return { result: 'acknowledged', reference: referenceOf(body) } as const
    if (status < 500) return { result: 'refused', status } as const
    const retryAfter = Number(headers['retry-after'] ?? Number.NaN)
    return { result: 'unknown', status, reason: `answered ${status}`, retryAfter } as const
  } catch (error) {
    const { code } = error as { code?: string }
    return { result: 'unknown', status: undefined, reason: code ?? String(error) } as const
  }
}

function referenceOf(body: string): string {
  const { result } = JSON.parse(body) as { result?: { data?: { reference?: string } } }
  const reference = result?.data?.reference
  if (!reference) throw new Error('200 without a reference')
  return reference
}

export function query(origin: string, path: string, input: unknown, cookie: string, timeoutMs = 15_000) {
  const text = encodeURIComponent(JSON.stringify(input))
  return send(`${origin}/api/trpc/${path}?input=${text}`, undefined, { cookie, timeoutMs })
}

export const keepAlive = (maxSockets: number) => new Agent({ keepAlive: true, maxSockets })

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** A message that the fake accepted for delivery. */
export type AcceptedMail = {
  readonly outboxId: string
  readonly from: string
  readonly to: string
  readonly replyTo: string | undefined
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
  /** The request's JSON as it came. */
  readonly payload: Readonly<Record<string, unknown>>
}

/** Postmark's result for one message. */
export type Result = { readonly ErrorCode: number; readonly Message: string; readonly [field: string]: unknown }

/** Postmark's result for an accepted message. */
export function acceptance(to = '') {
  return { To: to, SubmittedAt: new Date().toISOString(), MessageID: randomUUID(), ErrorCode: 0, Message: 'OK' }
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export function answerHtml(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end(body)
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

/** The message in the JSON of a request to send. */
export function mailOf(payload: Record<string, unknown>): AcceptedMail {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const metadata = (payload.Metadata ?? {}) as Record<string, unknown>
  const headers = (payload.Headers ?? []) as { Name: string; Value: string }[]
  return {
    outboxId: text(metadata.outboxId),
    from: text(payload.From),
    to: text(payload.To),
    replyTo: payload.ReplyTo === undefined ? undefined : text(payload.ReplyTo),
    subject: text(payload.Subject),
    text: text(payload.TextBody),
    html: text(payload.HtmlBody),
    headers: Object.fromEntries(headers.map(({ Name, Value }) => [Name, Value])),
    payload,
  }
}

import { request as httpRequest, type IncomingMessage } from 'node:http'
import { expect } from 'vitest'
import type { ChangedEstimates } from '#shared/estimates/live-changes.ts'

/** The messages of a stream. */
type Message = { readonly event: string; readonly id: string | undefined; readonly data: string }

/** An open page of the staff, as far as it follows changes. */
export type LivePage = {
  readonly status: number | undefined
  readonly headers: IncomingMessage['headers']
  messages(): Message[]
  /** The reported changes, joined. */
  told(): ChangedEstimates
  /** The number of times that it was told of anything. */
  count(): number
  /** The mark of the last change that it heard of. */
  mark(): string | undefined
  /** Says how it was refused, or why it was ended; undefined where it was not. */
  refusal(): Record<string, unknown> | undefined
  /** Whether the server has ended it. */
  isExpired(): boolean
  close(): void
}

/** Opens a page and waits until it is told what it has missed, or that it is refused. */
export async function openLivePage(
  port: number,
  { headers }: { readonly headers: Readonly<Record<string, string>> },
  lastEventId?: string,
): Promise<LivePage> {
  const input = encodeURIComponent(JSON.stringify(lastEventId === undefined ? {} : { lastEventId }))
  const path = `/api/trpc/estimates.changes?input=${input}`
  const request = httpRequest({ host: '127.0.0.1', port, path, headers: { ...headers, accept: 'text/event-stream' } })
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.once('error', reject)
    request.end()
  })
  let text = ''
  let over = false
  answer.setEncoding('utf8')
  answer.on('data', (part: string) => {
    text += part
  })
  answer.on('error', () => undefined)
  answer.once('close', () => {
    over = true
  })

  const messages = () => text.split(/\n\n+/).filter(Boolean).map(getMessageId)
  const hints = () => messages().filter(({ id }) => id !== undefined)
  const page: LivePage = {
    status: answer.statusCode,
    headers: answer.headers,
    messages,
    told() {
      const all: ChangedEstimates[] = hints().map(({ data }) => JSON.parse(data))
      return {
        created: all.flatMap(({ created }) => created),
        changed: all.flatMap(({ changed }) => changed),
        all: all.some((one) => one.all),
      }
    },
    count: () => hints().length,
    mark: () => hints().at(-1)?.id,
    refusal() {
      const message = messages().find(({ event }) => event === 'serialized-error')
      return message && JSON.parse(message.data).data
    },
    isExpired: () => over,
    close: () => request.destroy(),
  }
  await expect.poll(() => page.count() > 0 || over).toBe(true)
  return page
}

function getMessageId(text: string): Message {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(text)?.[1]
  return { event: field('event') ?? 'message', id: field('id'), data: field('data') ?? '' }
}

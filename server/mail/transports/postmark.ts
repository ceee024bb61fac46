import { type Attachment, Errors, type Message, Models, ServerClient } from 'postmark'
import {
  calendarFile,
  commonHeaders,
  MailFailure,
  type MailMessage,
  type MailTransport,
  MessageRefused,
  messageIdHeader,
  ReplyToRefused,
} from '#server/mail/messages/message.ts'
import { postmarkFailure } from './postmark-errors.ts'
import { readLimitedText } from './read-limited-text.ts'

const maxResponseBytes = 64 * 1024

type PostmarkTransportOptions = {
  readonly serverToken: string
  readonly apiOrigin: string
  /** Includes the last byte of the response. */
  readonly attemptTimeoutMs?: number
}

/** The outbox retries. */
export function createPostmarkTransport(options: PostmarkTransportOptions): MailTransport {
  const { serverToken, apiOrigin, attemptTimeoutMs = 10_000 } = options
  const { host, protocol } = new URL(apiOrigin)

  return {
    async send(message, signal) {
      const attempt = new AbortController()
      const stop = () => attempt.abort(new MailFailure('stopped'))
      const deadline = setTimeout(
        () => attempt.abort(new MailFailure(`no response within ${attemptTimeoutMs} ms`)),
        attemptTimeoutMs,
      )
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      // The client takes no signal per request.
      const client = new ServerClient(serverToken, {
        requestHost: host,
        useHttps: protocol === 'https:',
        // `attempt` sets the real deadline.
        timeout: Math.ceil(attemptTimeoutMs / 1000) + 1,
        fetch: (input, init) => fetchWhole(input, init, attempt.signal),
      })
      try {
        return { providerId: acceptedId(await client.sendEmail(postmarkMessage(message))) }
      } catch (error) {
        throw attempt.signal.aborted ? attempt.signal.reason : mailFailure(error, message)
      } finally {
        clearTimeout(deadline)
        signal.removeEventListener('abort', stop)
      }
    },
  }
}

/** @throws {MailFailure} unless the response confirms that Postmark accepted the message */
function acceptedId(response: unknown): string {
  const { ErrorCode, MessageID }: { ErrorCode?: unknown; MessageID?: unknown } =
    typeof response === 'object' && response !== null ? response : {}
  if (typeof ErrorCode === 'number' && ErrorCode !== 0) throw postmarkFailure(200, ErrorCode)
  if (ErrorCode !== 0 || typeof MessageID !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(MessageID)) {
    throw new MailFailure('response does not confirm that Postmark accepted the message')
  }
  return MessageID
}

function postmarkMessage(message: MailMessage): Message {
  const file = message.calendar && calendarFile(message.calendar)
  return {
    From: message.from,
    To: message.to.join(', '),
    ...(message.replyTo === undefined ? {} : { ReplyTo: message.replyTo }),
    Subject: message.subject,
    TextBody: message.text,
    HtmlBody: message.html,
    ...(file ? { Attachments: [toAttachment(file)] } : {}),
    MessageStream: 'outbound',
    TrackOpens: false,
    TrackLinks: Models.LinkTrackingOptions.None,
    Metadata: { outboxId: message.id },
    Headers: [
      { Name: 'Message-ID', Value: messageIdHeader(message) },
      // Without this, Postmark replaces our Message-ID.
      { Name: 'X-PM-KeepID', Value: 'true' },
      ...Object.entries(commonHeaders(message)).map(([Name, Value]) => ({ Name, Value })),
    ],
  }
}

function toAttachment({ name, type, text }: ReturnType<typeof calendarFile>): Attachment {
  return { Name: name, ContentType: type, Content: Buffer.from(text).toString('base64'), ContentID: null }
}

/** The client would throw a bare TypeError if the body broke off. */
async function fetchWhole(input: RequestInfo | URL, init: RequestInit | undefined, signal: AbortSignal) {
  try {
    // A redirect would send the token to another host.
    const response = await fetch(input, { ...init, signal, redirect: 'error' })
    const body = await readLimitedText(response, maxResponseBytes, signal)
    return new Response(body, { status: response.status })
  } catch (error) {
    throw error instanceof MailFailure ? error : new MailFailure(`request failed: ${networkReason(error)}`)
  }
}

/** Undici wraps codes in "TypeError: fetch failed". */
function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return code
  return error.cause instanceof Error ? networkReason(error.cause) : error.message.slice(0, 100)
}

/** Code 300 stands for anything in a message. Only the text names the field, as in "Invalid 'To' address". */
const otherField = /'(?:to|from)'/i

function mailFailure(error: unknown, { replyTo }: MailMessage): unknown {
  if (!(error instanceof Errors.PostmarkError)) return error
  // The client keeps only the error's message.
  if (error.statusCode === 0) return new MailFailure(error.message)
  const failure = postmarkFailure(error.statusCode, typeof error.code === 'number' ? error.code : 0)
  const mayBeReplyTo = replyTo !== undefined && error.code === 300 && !otherField.test(error.message)
  return mayBeReplyTo && failure instanceof MessageRefused ? new ReplyToRefused(failure.message) : failure
}

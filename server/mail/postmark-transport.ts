import { Errors, type Message, Models, ServerClient } from 'postmark'
import { MailFailure, type MailMessage, type MailTransport, messageIdHeader } from './message.ts'
import { postmarkFailure } from './postmark-errors.ts'
import { readLimitedText } from './read-limited-text.ts'

/** Postmark's answers have a few hundred bytes; whatever sends more than this is something else. */
const maxResponseBytes = 64 * 1024

type PostmarkTransportOptions = {
  readonly serverToken: string
  /** For instance `https://api.postmarkapp.com`. */
  readonly apiOrigin: string
  /** For one attempt from the connection to the last byte of the answer. */
  readonly attemptTimeoutMs?: number
}

/** Hands messages to Postmark's API. Never retries: the outbox does. */
export function createPostmarkTransport(options: PostmarkTransportOptions): MailTransport {
  const { serverToken, apiOrigin, attemptTimeoutMs = 10_000 } = options
  const { host, protocol } = new URL(apiOrigin)

  return {
    async send(message, signal) {
      const attempt = new AbortController()
      const stop = () => attempt.abort(new MailFailure('stopped'))
      const deadline = setTimeout(
        () => attempt.abort(new MailFailure(`no answer within ${attemptTimeoutMs} ms`)),
        attemptTimeoutMs,
      )
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      // One client per message, because the client takes a fetch but no signal per request.
      const client = new ServerClient(serverToken, {
        requestHost: host,
        useHttps: protocol === 'https:',
        // Whole seconds, and only a second line of defence: `attempt` is the deadline.
        timeout: Math.ceil(attemptTimeoutMs / 1000) + 1,
        fetch: (input, init) => fetchAnswer(input, init, attempt.signal),
      })
      try {
        return { providerId: acceptedId(await client.sendEmail(postmarkMessage(message))) }
      } catch (error) {
        throw attempt.signal.aborted ? attempt.signal.reason : mailFailure(error)
      } finally {
        clearTimeout(deadline)
        signal.removeEventListener('abort', stop)
      }
    },
  }
}

function postmarkMessage(message: MailMessage): Message {
  return {
    From: message.from,
    To: message.to.join(', '),
    ...(message.replyTo === undefined ? {} : { ReplyTo: message.replyTo }),
    Subject: message.subject,
    TextBody: message.text,
    HtmlBody: message.html,
    MessageStream: 'outbound',
    TrackOpens: false,
    TrackLinks: Models.LinkTrackingOptions.None,
    Metadata: { outboxId: message.id },
    Headers: [
      { Name: 'Message-ID', Value: messageIdHeader(message) },
      // Without this Postmark puts an ID of its own in place of ours.
      { Name: 'X-PM-KeepID', Value: 'true' },
      // Keeps out-of-office robots from answering (RFC 3834).
      { Name: 'Auto-Submitted', Value: 'auto-generated' },
    ],
  }
}

/**
 * Fetches and reads the whole answer, so that a broken body is a failed request like any other: left to the client,
 * it would surface as a bare TypeError or DOMException.
 */
async function fetchAnswer(input: RequestInfo | URL, init: RequestInit | undefined, signal: AbortSignal) {
  try {
    // A redirect of a POST would send the message, and the token, to an address that nobody configured.
    const response = await fetch(input, { ...init, signal, redirect: 'error' })
    const body = await readLimitedText(response, maxResponseBytes, signal)
    return new Response(body, { status: response.status })
  } catch (error) {
    throw error instanceof MailFailure ? error : new MailFailure(`request failed: ${networkReason(error)}`)
  }
}

/** The code of the innermost cause, such as ECONNREFUSED; undici wraps it in a TypeError that says "fetch failed". */
function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return code
  return error.cause instanceof Error ? networkReason(error.cause) : error.message.slice(0, 100)
}

/** A message counts as accepted only if Postmark says so and names it. */
function acceptedId(answer: unknown): string {
  const { ErrorCode, MessageID } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    ErrorCode?: unknown
    MessageID?: unknown
  }
  if (typeof ErrorCode === 'number' && ErrorCode !== 0) throw postmarkFailure(200, ErrorCode)
  if (ErrorCode !== 0 || typeof MessageID !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(MessageID)) {
    throw new MailFailure('the answer does not say that Postmark accepted the message')
  }
  return MessageID
}

function mailFailure(error: unknown): unknown {
  if (error instanceof Errors.PostmarkError) {
    // A failure of fetchAnswer; the client keeps nothing but its words.
    if (error.statusCode === 0) return new MailFailure(error.message)
    return postmarkFailure(error.statusCode, typeof error.code === 'number' ? error.code : 0)
  }
  return error
}

import { promisify } from 'node:util'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Config } from '#server/config.ts'
import {
  MailFailure,
  type MailTransport,
  MessageRefused,
  messageIdHeader,
  ReplyToRefused,
} from '#server/mail/messages/message.ts'
import { within } from '#server/within.ts'
import { composeMessage } from './compose-message.ts'
import { isRefusedContent, smtpFailure } from './smtp-errors.ts'

type Account = NonNullable<Config['smtp']>

/** It holds the lookup, the connection, the greeting and TLS. */
const connectionTimeoutMs = 10_000
const idleTimeoutMs = 30_000
/** A server may send a byte now and then. */
const attemptTimeoutMs = 50_000

const loopback = /^(?:localhost|127(?:\.\d+){3}|::1)$/i

type SmtpTransportOptions = {
  readonly account: Account
  /** Shortens all time limits. */
  readonly timeoutMs?: number
}

/** Each message has a connection of its own. The outbox retries. */
export function createSmtpTransport({ account, timeoutMs = attemptTimeoutMs }: SmtpTransportOptions): MailTransport {
  return {
    async send(message, signal) {
      const { envelope, content } = await composeMessage(message)
      try {
        return await withSmtp({ account, timeoutMs, signal }, async (connection) => {
          const { rejected, serverMessageId } = await promisify(connection.send.bind(connection))(envelope, content)
          if (rejected.length > 0) throw new MessageRefused('the mail server refused the recipient, one of several')
          return { providerId: serverMessageId ?? messageIdHeader(message) }
        })
      } catch (error) {
        const failure = smtpFailure(error)
        throw message.replyTo !== undefined && isRefusedContent(error) && failure instanceof MessageRefused
          ? new ReplyToRefused(failure.message)
          : failure
      }
    },
  }
}

type Session = { readonly account: Account; readonly timeoutMs?: number; readonly signal?: AbortSignal }

/**
 * Connects, encrypts and signs in.
 *
 * @throws {Error} of nodemailer, which {@link smtpFailure} explains
 * @throws {MailFailure} at the end of the time, or when `signal` is aborted
 */
export async function withSmtp<Result>(
  { account, timeoutMs = attemptTimeoutMs, signal }: Session,
  use: (connection: SMTPConnection) => Promise<Result>,
): Promise<Result> {
  const { host, port, secure, signIn, clientName } = account
  // A start does not wait for it, nor does idle memory hold it.
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  const connection = new Connection({
    host,
    port,
    secure,
    name: clientName,
    // No one can hold a certificate for this machine's own address, and nothing leaves the machine.
    ...(loopback.test(host) ? { ignoreTLS: true } : { requireTLS: true }),
    connectionTimeout: Math.min(connectionTimeoutMs, timeoutMs),
    greetingTimeout: Math.min(connectionTimeoutMs, timeoutMs),
    socketTimeout: Math.min(idleTimeoutMs, timeoutMs),
  })
  const over = new AbortController()
  const broken = new Promise<never>((_resolve, reject) => {
    connection.on('error', reject)
    signal?.addEventListener('abort', () => reject(new MailFailure('stopped')), { signal: over.signal })
  })
  const session = async () => {
    if (signal?.aborted) throw new MailFailure('stopped')
    await promisify(connection.connect.bind(connection))()
    if (signIn) await promisify(connection.login.bind(connection))({ ...signIn })
    const result = await use(connection)
    connection.quit()
    return { result }
  }
  try {
    const ended = await within(timeoutMs, Promise.race([broken, session()]))
    if (!ended) throw new MailFailure(`no end with the mail server within ${timeoutMs} ms`)
    return ended.result
  } finally {
    over.abort()
    connection.close()
  }
}

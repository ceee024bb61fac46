import type { BaseLogger } from 'pino'

/** Pino's logger fits, and so does Fastify's. */
export type MailLog = Pick<BaseLogger, 'info' | 'warn' | 'error'>

/** A rendered email, ready to send. */
export type MailMessage = {
  /** Id of the outbox row; the same for every attempt. */
  readonly id: string
  readonly kind: string
  readonly createdAt: Date
  readonly to: readonly string[]
  /** One mailbox, with or without a display name. */
  readonly from: string
  readonly replyTo?: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The page of this application that the email leads to; file mail logs it. */
  readonly link?: string
}

export type MailTransport = {
  /**
   * Resolves with the provider's id once the provider has accepted the message. Settles within the transport's own
   * timeout, and soon after `signal` is aborted.
   *
   * @throws {MessageRefused} this message can never be accepted
   * @throws {AccountRefused} no message is accepted until an operator fixes the account or the settings
   * @throws any other error is worth a retry
   */
  send(message: MailMessage, signal: AbortSignal): Promise<{ readonly providerId: string }>
}

/**
 * A failed attempt. Its message is logged and stored with the outbox row, so it must not quote addresses or visitors'
 * texts. Responses of the email service may, so they are not repeated in it.
 */
export class MailFailure extends Error {
  override readonly name: string = 'MailFailure'
}

/** This message can never be accepted, because its recipient is blocked, for instance. */
export class MessageRefused extends MailFailure {
  override readonly name = 'MessageRefused'
}

/** The email service refuses everything: wrong token, unconfirmed sender, no credits left. */
export class AccountRefused extends MailFailure {
  override readonly name = 'AccountRefused'
}

/** Describes a failure for the log and the outbox row. Messages of unexpected errors might quote the email. */
export function failureSummary(error: unknown): string {
  if (error instanceof MailFailure) return error.message
  if (!(error instanceof Error)) return 'unknown failure'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' || typeof code === 'number' ? `${error.name} ${code}` : error.name
}

/** The same for every attempt, so that mailboxes show a message only once that was accepted twice. */
export function messageIdHeader(message: MailMessage): string {
  const domain = /@([\w.-]+)>?$/.exec(message.from)?.[1] ?? 'localhost'
  return `<${message.id.replace(/[^\w.-]/g, '')}@${domain}>`
}

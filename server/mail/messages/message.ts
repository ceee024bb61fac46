import type { BaseLogger } from 'pino'

export type MailLog = Pick<BaseLogger, 'info' | 'warn' | 'error'>

/** A rendered email. */
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
  /** The page that the email leads to; file mail logs it. */
  readonly link?: string
}

export type MailTransport = {
  /**
   * Resolves once the provider has accepted the message. Settles within the transport's timeout, and soon after `signal`
   * is aborted.
   *
   * @throws {MessageRefused | AccountRefused} any other error is worth a retry
   */
  send(message: MailMessage, signal: AbortSignal): Promise<{ readonly providerId: string }>
}

/** Its message is logged and stored, so it must not quote addresses, visitors' texts or the email service's responses. */
export class MailFailure extends Error {
  override readonly name: string = 'MailFailure'
}

/** This message can never be accepted: its recipient is blocked, for instance. */
export class MessageRefused extends MailFailure {
  override readonly name = 'MessageRefused'
}

/** The email service refuses everything: wrong token, unconfirmed sender, no credits left. */
export class AccountRefused extends MailFailure {
  override readonly name = 'AccountRefused'
}

/** Leaves out messages of unexpected errors, which might quote the email. */
export function failureSummary(error: unknown): string {
  if (error instanceof MailFailure) return error.message
  if (!(error instanceof Error)) return 'unknown failure'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' || typeof code === 'number' ? `${error.name} ${code}` : error.name
}

/** The same for every attempt, so that mailboxes can recognize duplicates. */
export function messageIdHeader(message: MailMessage): string {
  const domain = /@([\w.-]+)>?$/.exec(message.from)?.[1] ?? 'localhost'
  return `<${message.id.replace(/[^\w.-]/g, '')}@${domain}>`
}

import type { BaseLogger } from 'pino'

/** What the mail code writes to the log; both pino's logger and Fastify's fit. */
export type MailLog = Pick<BaseLogger, 'info' | 'warn' | 'error'>

/** One e-mail, ready to be handed over. */
export type MailMessage = {
  /** Id of the outbox row: the same id is the same message, however often it is handed over. */
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
  /** The page of this application that the message is about, for the log of file mail. */
  readonly link?: string
}

/** Hands messages over to whoever delivers them. */
export type MailTransport = {
  /**
   * Resolves once the message is accepted for delivery, with the id it got there. Settles within the transport's own
   * time limit, and soon after `signal` is aborted.
   *
   * @throws {MessageRefused} when this message can never be accepted
   * @throws {AccountRefused} when no message can be accepted until somebody changes something at the mail service
   * @throws anything else when trying again later makes sense
   */
  send(message: MailMessage, signal: AbortSignal): Promise<{ readonly providerId: string }>
}

/**
 * A message that was not accepted. The error's message is shown in the log and kept with the outbox row, so it never
 * has an address or anything a visitor wrote: answers of a mail service, which may quote both, are not repeated.
 */
export class MailFailure extends Error {
  override readonly name: string = 'MailFailure'
}

/** This one message can never be accepted: its recipient is blocked, say, or it cannot be composed. */
export class MessageRefused extends MailFailure {
  override readonly name = 'MessageRefused'
}

/** The mail service accepts nothing from us: wrong token, unconfirmed sender, no credits left. */
export class AccountRefused extends MailFailure {
  override readonly name = 'AccountRefused'
}

/**
 * A failure in a few words for the log and the outbox row: of an unexpected error only its name and code, because its
 * message might quote the mail.
 */
export function failureSummary(error: unknown): string {
  if (error instanceof MailFailure) return error.message
  if (!(error instanceof Error)) return 'unknown failure'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' || typeof code === 'number' ? `${error.name} ${code}` : error.name
}

/** The same for every copy of one message, so that mailboxes show a message that was handed over twice only once. */
export function messageIdHeader(message: MailMessage): string {
  const domain = /@([\w.-]+)>?$/.exec(message.from)?.[1] ?? 'localhost'
  return `<${message.id.replace(/[^\w.-]/g, '')}@${domain}>`
}

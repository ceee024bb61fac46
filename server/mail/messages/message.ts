import type { BaseLogger } from 'pino'

export type MailLog = Pick<BaseLogger, 'info' | 'warn' | 'error'>

export type MailMessage = {
  /** It stays the same for every attempt. */
  readonly id: string
  readonly kind: string
  readonly createdAt: Date
  readonly to: readonly string[]
  readonly from: string
  readonly replyTo?: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The text is iCalendar. */
  readonly calendar?: { readonly method: 'request' | 'cancel'; readonly text: string }
  /** Where one post ends emails of this kind. */
  readonly unsubscribe?: string
  /** The file transport logs it. */
  readonly link?: string
}

export type SentMessage = { readonly providerId: string }

export type MailTransport = {
  /**
   * Resolves when the message was accepted. Settles soon after `signal` is aborted.
   *
   * @throws {Error} and any but {@link MessageRefused} is worth a retry
   */
  send(message: MailMessage, signal: AbortSignal): Promise<SentMessage>
}

/** The message is logged and stored, so it must not quote addresses, visitors' texts or responses. */
export class MailFailure extends Error {
  override readonly name: string = 'MailFailure'
}

/** This message can never be sent. */
export class MessageRefused extends MailFailure {
  override readonly name: string = 'MessageRefused'
}

/** Without its Reply-To, the service may accept the message. */
export class ReplyToRefused extends MessageRefused {
  override readonly name = 'ReplyToRefused'
}

/** The service refuses this message for now, but works. */
export class MessageDelayed extends MailFailure {
  override readonly name = 'MessageDelayed'
}

/** The service refuses every message, for instance without credits. */
export class AccountRefused extends MailFailure {
  override readonly name = 'AccountRefused'
}

/** Messages of unexpected errors might quote the email. */
export function failureSummary(error: unknown): string {
  if (error instanceof MailFailure) return error.message
  if (!(error instanceof Error)) return 'unknown failure'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' || typeof code === 'number' ? `${error.name} ${code}` : error.name
}

/** Says whether emails of a kind go to the customer. The kinds are those of the outbox. */
export function goesToCustomer(kind: string): boolean {
  return /^(?:estimate\.visitor|visit\.(?:visitor|reminder)|proposal\..*|review\.request)$/.test(kind)
}

/** They keep mailboxes from sending out-of-office replies: RFC 3834, and Exchange's own header. */
const automaticHeaders = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } as const

/** Mail programs show a button where RFC 8058's headers are. */
export function commonHeaders({ unsubscribe }: MailMessage): Record<string, string> {
  return unsubscribe === undefined
    ? automaticHeaders
    : {
        ...automaticHeaders,
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
}

/** Mailboxes recognize duplicates by it. */
export function messageIdHeader(message: MailMessage): string {
  const domain = /@([\w.-]+)>?$/.exec(message.from)?.[1] ?? 'localhost'
  return `<${message.id.replace(/[^\w.-]/g, '')}@${domain}>`
}

/** Mail programs offer to note the entry because of the type, whose method is that of the entry. */
export function calendarFile({ method, text }: NonNullable<MailMessage['calendar']>) {
  return { name: 'visit.ics', type: `text/calendar; charset=utf-8; method=${method.toUpperCase()}`, text } as const
}

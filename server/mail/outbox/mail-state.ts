import * as z from 'zod/mini'
import type { Config } from '#server/config.ts'
import type { Database, ReadClient } from '#server/database/database.ts'
import { goesToCustomer } from '#server/mail/messages/message.ts'
import { isFileName } from '#server/mail/transports/file-names.ts'
import { explainMailError, type MailProblem } from '#server/mail/transports/mail-problems.ts'

export const mailStateSchema = z.strictObject({
  /** The page waits for the test email with this id. */
  testId: z.optional(z.uuid({ error: 'There is no such email.' })),
})

/** Who a message is for. */
type Recipient = 'visitor' | 'staff' | 'account'

type Trouble = MailProblem & {
  readonly to: Recipient
  /** Null for a message that is not tried again, as is `failedAt` for the others. */
  readonly nextTryAt: string | null
  readonly failedAt: string | null
}

type Delivery = { readonly to: Recipient; readonly at: string; readonly isFile: boolean }

export type MailState = {
  /** Emails go out this way. */
  readonly route: { readonly kind: 'postmark' | 'files' } | { readonly kind: 'smtp'; readonly host: string }
  readonly from: string
  readonly waiting: number
  /** The outbox pauses until then, since the mail service refuses every message. */
  readonly pausedUntil: string | null
  readonly lastSent: Delivery | null
  /** Of the message that failed after the last one was sent, or that waits for another try. */
  readonly trouble: Trouble | null
  /** The test email that was asked for. Without a delivery or trouble, it is on its way. */
  readonly test: { readonly sent: Delivery | null; readonly trouble: Trouble | null } | null
}

type MailStateDeps = {
  readonly database: Pick<Database, 'read'>
  readonly config: Pick<Config, 'postmarkServerToken' | 'smtp' | 'mailFrom'>
  readonly user: { readonly email: string }
  /** Each process pauses for itself; this one says until when. */
  readonly mailPausedUntil: () => Date | null
}

export async function readMailState(
  { database: { read }, config, user, mailPausedUntil }: MailStateDeps,
  { testId }: z.infer<typeof mailStateSchema>,
): Promise<MailState> {
  const [last, waiting, test] = await Promise.all([
    readLast(read),
    read.outboxMessage.count({ where: { state: 'pending' } }),
    testId === undefined
      ? null
      : read.outboxMessage.findFirst({ where: { id: testId, kind: 'account.test', address: user.email }, select }),
  ])
  return {
    route: readRoute(config),
    from: config.mailFrom,
    waiting,
    pausedUntil: mailPausedUntil()?.toISOString() ?? null,
    lastSent: last.sent && toDelivery(last.sent),
    trouble: last.troubled && toTrouble(last.troubled),
    test: test && {
      sent: test.state === 'sent' ? toDelivery(test) : null,
      trouble: test.lastError === null ? null : toTrouble(test),
    },
  }
}

/** Whether the last test email left by a mail service, and no later email has trouble that is not its recipient's. */
export async function doesEmailWork({ read }: Pick<Database, 'read'>): Promise<boolean> {
  const [test, { troubled }] = await Promise.all([
    read.outboxMessage.findFirst({
      where: { kind: 'account.test', state: 'sent' },
      orderBy: { nextAttemptAt: 'desc' },
      select,
    }),
    readLast(read),
  ])
  const isOurs = troubled !== null && !explainMailError(troubled.lastError).isOfRecipient
  return test !== null && !isFileName(test.providerId) && !isOurs
}

const select = {
  kind: true,
  state: true,
  sentAt: true,
  nextAttemptAt: true,
  lastError: true,
  providerId: true,
} as const

type Row = {
  readonly kind: string
  readonly state: string
  readonly sentAt: Date | null
  readonly nextAttemptAt: Date
  readonly lastError: string | null
  readonly providerId: string | null
}

/** The times of attempts are in the order of an index. */
async function readLast({ outboxMessage }: Pick<ReadClient, 'outboxMessage'>) {
  const orderBy = { nextAttemptAt: 'desc' } as const
  const [sent, failed, retried] = await Promise.all([
    outboxMessage.findFirst({ where: { state: 'sent' }, orderBy, select }),
    outboxMessage.findFirst({ where: { state: 'failed' }, orderBy, select }),
    outboxMessage.findFirst({ where: { state: 'pending', lastError: { not: null } }, orderBy, select }),
  ])
  const isFailedLast = failed !== null && failed.nextAttemptAt > (sent?.sentAt ?? new Date(0))
  return { sent, troubled: retried ?? (isFailedLast ? failed : null) }
}

function readRoute({ postmarkServerToken, smtp }: MailStateDeps['config']): MailState['route'] {
  if (smtp) return { kind: 'smtp', host: smtp.host }
  return { kind: postmarkServerToken === undefined ? 'files' : 'postmark' }
}

function toDelivery({ kind, sentAt, nextAttemptAt, providerId }: Row): Delivery {
  return { to: getRecipient(kind), at: (sentAt ?? nextAttemptAt).toISOString(), isFile: isFileName(providerId) }
}

function toTrouble({ kind, state, nextAttemptAt, lastError }: Row): Trouble {
  const at = nextAttemptAt.toISOString()
  const isOver = state === 'failed'
  return {
    ...explainMailError(lastError),
    to: getRecipient(kind),
    nextTryAt: isOver ? null : at,
    failedAt: isOver ? at : null,
  }
}

function getRecipient(kind: string): Recipient {
  if (kind.startsWith('account.')) return 'account'
  return goesToCustomer(kind) ? 'visitor' : 'staff'
}

import { type FakePostmark, startFakePostmark } from '#tests/support/server/fake-postmark.ts'
import type { AcceptedMail } from '#tests/support/server/postmark-wire.ts'

/** A scriptable mail service that counts what it accepts. */
export type Mailbox = {
  readonly postmark: FakePostmark
  /** Deliveries by the id of the outbox row. */
  readonly counts: ReadonlyMap<string, number>
  /** Visitors' addresses with the ids of their outbox rows. */
  readonly recipients: ReadonlyMap<string, readonly string[]>
  /** Emails without a recipient, a subject or a complete text. */
  readonly malformed: readonly string[]
  readonly accepted: number
  /** The number of duplicates. */
  repeated(): number
  /** The most deliveries of one email. */
  max(): number
  settings: Readonly<Record<string, string>>
}

const staffInbox = 'office@example.com'

/** @param receive also hears of each accepted email */
export async function openMailbox(receive: (mail: AcceptedMail) => void = () => undefined): Promise<Mailbox> {
  const counts = new Map<string, number>()
  const recipients = new Map<string, string[]>()
  const malformed: string[] = []
  let accepted = 0
  const postmark = await startFakePostmark((mail) => {
    accepted += 1
    receive(mail)
    counts.set(mail.outboxId, (counts.get(mail.outboxId) ?? 0) + 1)
    const problem = findProblem(mail)
    if (problem) malformed.push(`${mail.outboxId}: ${problem}`)
    if (mail.to !== staffInbox) recipients.set(mail.to, [...(recipients.get(mail.to) ?? []), mail.outboxId])
  })
  return {
    postmark,
    counts,
    recipients,
    malformed,
    get accepted() {
      return accepted
    },
    repeated: () => accepted - counts.size,
    max: () => Math.max(0, ...counts.values()),
    settings: {
      POSTMARK_SERVER_TOKEN: 'drill',
      POSTMARK_API_ORIGIN: postmark.origin,
      STAFF_INBOX: staffInbox,
      ACKNOWLEDGEMENTS_PER_HOUR: '9999999',
    },
  }
}

function findProblem({ outboxId, to, subject, html, text }: AcceptedMail): string | undefined {
  if (outboxId === '') return 'no id'
  if (!/^[^@\s,;<>]+@[^@\s,;<>]+$/.test(to)) return 'not one recipient'
  if (subject === '' || /[\r\n]/.test(subject)) return 'no subject of one line'
  if (!html.trimEnd().endsWith('</html>')) return 'half of the HTML'
  return text === '' ? 'no text' : undefined
}

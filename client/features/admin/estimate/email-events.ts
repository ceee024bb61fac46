import { minuteMs } from '#shared/durations.ts'
import type { TimelineEvent } from '#shared/estimates/estimate-work.ts'

type FailedEmailEvent = TimelineEvent & { readonly kind: 'mail'; readonly state: 'failed' }

/** Drops the queuing of emails that were sent or failed later. */
export function foldEmails(events: readonly TimelineEvent[]): TimelineEvent[] {
  const ended = new Set(
    events.flatMap((event) => (isEmail(event, ['sent', 'saved', 'failed']) ? [getMessageId(event)] : [])),
  )
  return events.filter((event) => !(isEmail(event, ['queued']) && ended.has(getMessageId(event))))
}

/** Failed emails that were not queued again. */
export function failedEmails(events: readonly TimelineEvent[]): FailedEmailEvent[] {
  return events.filter(
    (event): event is FailedEmailEvent => event.kind === 'mail' && event.state === 'failed' && event.messageId !== null,
  )
}

/**
 * Whether the email about a proposal failed or became a file, so that nobody has it. Sent again, it is another message, of
 * which the last counts.
 */
export function undeliveredState(events: readonly TimelineEvent[], sentAt: string): 'failed' | 'saved' | undefined {
  const queued = events.findLast(
    (event) =>
      event.kind === 'mail' && event.mail === 'proposal.sent' && event.state === 'queued' && event.at >= sentAt,
  )
  if (!queued) return undefined
  const ends = events.filter((event) => getMessageId(event) === getMessageId(queued))
  if (ends.some((event) => isEmail(event, ['failed']))) return 'failed'
  return ends.some((event) => isEmail(event, ['saved'])) ? 'saved' : undefined
}

/** The id of the last email of a kind, if it was sent before the visitor's address was corrected and not queued again since. */
export function sentToFormerAddress(
  events: readonly TimelineEvent[],
  kind: 'estimate.visitor' | 'proposal.sent',
): string | undefined {
  let sent: string | undefined
  let former: string | undefined
  for (const event of events) {
    if (event.kind === 'mail' && event.mail === kind) {
      sent = isEmail(event, ['sent', 'saved']) ? getMessageId(event) : undefined
      former = undefined
    }
    if (event.kind === 'details' && event.changes.some(({ field }) => field === 'email')) former = sent
    if (kind === 'proposal.sent' && event.kind === 'proposal_withdrawn') sent = former = undefined
  }
  return former
}

/** Whether an email was queued within a minute and is about to be sent. */
export function awaitsEmail(events: readonly TimelineEvent[], now: Date): boolean {
  return foldEmails(events).some(
    (event) => isEmail(event, ['queued']) && now.getTime() - Date.parse(event.at) < minuteMs,
  )
}

function isEmail(event: TimelineEvent, states: readonly string[]): boolean {
  return event.kind === 'mail' && states.includes(event.state)
}

/** The ids of a message's events differ in their last part, which is the state. */
function getMessageId({ id }: TimelineEvent): string {
  return id.replace(/\.[a-z]+$/, '')
}

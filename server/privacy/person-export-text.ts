import type { ProjectEstimate, Visit } from '#prisma/generated/sqlite/client.ts'
import { listedColumns } from '#server/database/queries/estimate-list-query.ts'
import { touchSelect } from '#server/estimates/submit/first-touch.ts'
import { goesToCustomer } from '#server/mail/messages/message.ts'
import { company } from '#shared/company.ts'
import { answerText } from '#shared/estimates/answers.ts'
import { statusLabel } from '#shared/estimates/estimate-status.ts'
import type { TimelineEvent } from '#shared/estimates/estimate-work.ts'
import { estimateFieldNames, estimateFields } from '#shared/estimates/fields.ts'
import { formatVisit, formatVisitEvent } from '#shared/estimates/visits.ts'
import { proposalTotal, type WrittenProposal } from '#shared/estimates/written-proposals.ts'
import { formatCents, formatExactTime } from '#shared/formatting.ts'

export const rowSelect = {
  ...(Object.fromEntries(Object.keys(listedColumns).map((field) => [field, true])) as Record<
    keyof typeof listedColumns,
    true
  >),
  outcome: true,
  ...touchSelect,
} as const

type ExportedRow = Pick<ProjectEstimate, keyof typeof rowSelect>

type ExportedPerson = {
  readonly exportedAt: Date
  /** The visitor may have an account with the same address. */
  readonly account: { readonly email: string; readonly createdAt: Date } | null
}

type ExportedVisit = Pick<Visit, 'startsAt' | 'endsAt' | 'place' | 'calledOffAt'>

type ExportedRequest = {
  readonly row: ExportedRow
  readonly photos: readonly { readonly name: string; readonly createdAt: Date }[]
  readonly timeline: readonly TimelineEvent[]
  readonly proposals: readonly WrittenProposal[]
  readonly visits: readonly ExportedVisit[]
}

type Part = {
  begin(person: ExportedPerson): string
  /** @param index from 0 */
  request(request: ExportedRequest, index: number): string
  readonly end: string
}

/** This part is machine-readable. Times are ISO 8601 in UTC, and choices are the values of the form. */
export const jsonPart: Part = {
  begin: ({ exportedAt, account }) => {
    const head = { company: company.name, exportedAt, account }
    return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "requests": [`
  },
  request({ row, photos, timeline, proposals, visits }, index) {
    const { id: _, erasedAt: __, quarantineReasons, ...columns } = row
    const request = {
      ...columns,
      possibleSpam: quarantineReasons?.split(',') ?? [],
      photos: photos.map(({ name, createdAt }) => ({ file: name, addedAt: createdAt })),
      proposals: proposals.map(({ id, revision, remind, file, ...proposal }) => ({
        ...proposal,
        totalCents: proposalTotal(proposal.lines),
        file: file?.name ?? null,
      })),
      visits,
      timeline: timeline.map(({ id, by, byId, ...event }) =>
        event.kind === 'mail' ? { ...event, to: undefined } : event,
      ),
    }
    const text = JSON.stringify(request, null, 2).replaceAll('\n', '\n    ')
    return `${index > 0 ? ',' : ''}\n    ${text}`
  },
  end: '\n  ]\n}\n',
}

/** This part is for people to read. */
export const textPart: Part = {
  begin({ exportedAt, account }) {
    const signedUp = account
      ? `\nAccount\n  Email address: ${account.email}\n  Signed up: ${newYork(account.createdAt)}\n`
      : ''
    return `What ${company.name} has stored about you\nAs of ${newYork(exportedAt)} (New York time)\n${signedUp}`
  },
  request({ row, photos, timeline, proposals, visits }) {
    const answers = estimateFieldNames.flatMap((name) => {
      const text = answerText(row, name)
      return text === null || text === '' ? [] : [`  ${estimateFields[name].label}: ${indented(text)}`]
    })
    const entries = timeline.map((event) => `  ${newYork(new Date(event.at))}: ${indented(entryText(event))}`)
    return [
      '',
      `Request ${row.reference}`,
      `  Received: ${newYork(row.createdAt)}`,
      `  Status: ${statusLabel(row.status)}, ${row.outcome}`,
      ...answers,
      ...touchLines(row),
      ...photos.map(({ name, createdAt }) => `  Photo: ${name}, added ${newYork(createdAt)}`),
      ...visits.map(visitLine),
      ...proposals.flatMap(proposalLines),
      '',
      '  What happened',
      ...entries.map((entry) => `  ${entry}`),
      '',
    ].join('\n')
  },
  end: '',
}

function touchLines({ leadSource, utmMedium, utmCampaign, referrerHost, landingPath }: ExportedRow): string[] {
  const facts = [
    ['Lead source', leadSource],
    ['Medium', utmMedium],
    ['Campaign', utmCampaign],
    ['Referring site', referrerHost],
    ['First page', landingPath],
  ]
  return facts.flatMap(([label, value]) => (value ? [`  ${label}: ${value}`] : []))
}

function visitLine(visit: ExportedVisit): string {
  return `  Visit: ${formatVisit(visit)}, ${visit.place}${visit.calledOffAt ? ', called off' : ''}`
}

function proposalLines(proposal: WrittenProposal): string[] {
  const { number, lines, note, starts, duration, validUntil, sentAt, answer, answerText, file } = proposal
  const facts = [
    ['Total', formatCents(proposalTotal(lines))],
    ['Note', note],
    ['Begins', starts],
    ['Takes', duration],
    ['Valid until', validUntil],
    ['Your answer', [answer, answerText].filter(Boolean).join(': ')],
    ['File', file?.name],
  ]
  return [
    '',
    `  Proposal ${number}, ${sentAt ? `sent ${newYork(new Date(sentAt))}` : 'a draft'}`,
    ...lines.map(({ text, cents }) => `    ${text}: ${cents === null ? 'no amount' : formatCents(cents)}`),
    ...facts.flatMap(([label, text]) => (text ? [`    ${label}: ${indented(text)}`] : [])),
  ]
}

function newYork(instant: Date): string {
  return formatExactTime(instant)
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n      ')
}

const mailStates = { queued: 'queued', sent: 'sent', saved: 'saved to a file, not sent', failed: 'failed' } as const

const channels = { call: 'We called', email: 'We wrote an email', visit: 'We visited' } as const

const proposals = {
  email: 'We sent you a proposal by email',
  handed: 'We handed you a proposal',
  other: 'We sent you a proposal',
} as const

function entryText(event: TimelineEvent): string {
  switch (event.kind) {
    case 'created':
      return event.source === 'phone' ? 'You called us' : 'We received your request'
    case 'entered':
      return event.caller === null ? 'We wrote the call down' : `We wrote the call down. Caller: ${event.caller}`
    case 'details':
      return `We corrected your details\n${event.changes.map(changeText).join('\n')}`
    case 'quarantined':
      return 'The site took it for possible spam'
    case 'released':
      return 'We saw that it is not spam'
    case 'spam':
      return 'We marked it as spam'
    case 'undone':
      return 'We took that back'
    case 'status':
      return `Status: ${statusLabel(event.to)}`
    case 'outcome':
      return `Outcome: ${event.to}${toLine(event.reason)}`
    case 'assigned':
      return event.to === null ? 'Unassigned' : 'Assigned to one of us'
    case 'follow_up':
      return event.to === null ? 'No follow-up' : `Follow-up on ${event.to}`
    case 'proposal':
      return `${proposals[event.channel]} on ${event.sentOn}${toLine(event.cents === null ? null : formatCents(event.cents))}`
    case 'proposal_moved':
      return `Proposal due on ${event.to}${toLine(event.text)}`
    case 'proposal_skipped':
      return `No proposal needed\n${event.reason}`
    case 'proposal_sent':
      return `We sent you proposal ${event.number}\n${formatCents(event.cents)}`
    case 'proposal_withdrawn':
      return `We withdrew proposal ${event.number}`
    case 'proposal_opened':
      return `You opened proposal ${event.number}`
    case 'proposal_answered':
      return `You answered proposal ${event.number}: ${event.answer}${toLine(event.text)}`
    case 'visit_planned':
    case 'visit_moved':
    case 'visit_changed':
    case 'visit_called_off':
    case 'visit_done':
      return formatVisitEvent(event)
    case 'visitor_added':
      return `You added${toLine(event.text)}`
    case 'visitor_photos':
      return 'You added photos'
    case 'visitor_phone':
      return `You corrected your phone number${toLine(event.to)}`
    case 'visitor_withdrew':
      return 'You withdrew the request'
    case 'visitor_returned':
      return 'The withdrawal was undone'
    case 'note':
      return `Note\n${event.text}`
    case 'contact':
      return `${channels[event.channel]}${toLine(event.note)}`
    case 'withdrawn':
      return `Withdrawn: ${channels[event.channel]}`
    case 'exported':
      return 'Exported'
    case 'mail':
      return `Email to ${goesToCustomer(event.mail) ? 'you' : 'us'}: ${mailStates[event.state]}`
    case 'mail_again':
      return 'Email queued again'
    case 'review_asked':
      return 'We asked you for a review'
    case 'handed_out':
      return 'A copy of this was made for you'
    case 'erased':
      return 'Erased'
  }
}

function toLine(text: string | null): string {
  return text ? `\n${text}` : ''
}

function changeText({ field, from, to }: { field: keyof typeof estimateFields; from: unknown; to: unknown }): string {
  const text = (value: unknown) => (value === null || value === '' ? 'none' : String(value))
  return `${estimateFields[field].label}: ${text(from)} → ${text(to)}`
}

import type { EstimateNudgeKind } from '#server/mail/messages/nudge.ts'
import { switchByKind } from '#server/mail/messages/nudge-switches.ts'
import type { NudgedEstimate, PreparedNudge } from '#server/mail/messages/prepare-nudge.ts'
import type { NudgeLinks } from '#server/mail/messages/staff-links.ts'
import { budgetRanges, optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { proposalDueAt } from '#shared/estimates/proposal-clock.ts'
import { awaitsContact, responseHours } from '#shared/estimates/response-clock.ts'
import { formatDayAndTime } from '#shared/formatting.ts'
import { nudgeLabels } from '#shared/nudges.ts'
import { assignersText } from './assigners-text.ts'
import { callFacts, callLink } from './call-link.ts'
import type { EmailContent } from './email-content.ts'
import { EmailLayout, renderHtml } from './email-layout.tsx'
import { Alert, ButtonLink, type Fact, FactBox, Paragraph } from './email-parts.tsx'
import { emailText, textTable, wrapped } from './email-text.ts'
import { SwitchesNote, switchesText } from './nudge-switches.tsx'
import { safeLine } from './safe-text.ts'

const maxSubjectLength = 150
const maxValueLength = 120
const urgentNotice = 'URGENT: this visitor needs immediate attention.'
const buttonText = 'Open the request'

type Wording = {
  readonly subject: string
  readonly heading: string
  /**
   * @param dueBy such as `Tue, Jan 6, 3:10 PM New York time`
   * @param assigners such as `Ana Ruiz`
   * @param proposalDueBy like `dueBy`
   */
  lead(dueBy: string, assigners: string, proposalDueBy: string): string
}

const wordings: Readonly<Record<EstimateNudgeKind, Wording>> = {
  'nudge.new': {
    subject: 'New request',
    heading: 'New estimate request',
    lead: (dueBy) => `Please respond within ${responseHours} hours: by ${dueBy}.`,
  },
  'nudge.assigned': {
    subject: 'Assigned to you',
    heading: 'Assigned to you',
    lead: (_dueBy, assigners) => `${assigners} assigned this request to you.`,
  },
  'nudge.due-soon': {
    subject: 'Due soon',
    heading: 'Due soon',
    lead: (dueBy) => `This visitor was not contacted yet. The ${responseHours} hours end on ${dueBy}.`,
  },
  'nudge.overdue': {
    subject: 'Overdue',
    heading: 'Overdue',
    lead: (dueBy) => `This visitor was not contacted in time. The ${responseHours} hours ended on ${dueBy}.`,
  },
  'nudge.proposal-next': {
    subject: 'Proposal due',
    heading: 'Proposal due',
    lead: (_dueBy, _assigners, proposalDueBy) => `This customer was promised a proposal by ${proposalDueBy}.`,
  },
  'nudge.proposal-today': {
    subject: 'Proposal due today',
    heading: 'Proposal due today',
    lead: (_dueBy, _assigners, proposalDueBy) => `This customer was promised a proposal by ${proposalDueBy}.`,
  },
  'nudge.proposal-overdue': {
    subject: 'Proposal overdue',
    heading: 'Proposal overdue',
    lead: (_dueBy, _assigners, proposalDueBy) =>
      `No proposal was sent to this customer. It was promised by ${proposalDueBy}.`,
  },
}

/** Renders an email about one estimate to one staff member. */
export function nudgeEmail(
  { kind, estimate, assignedBy, user }: Extract<PreparedNudge, { readonly estimate: NudgedEstimate }>,
  links: NudgeLinks,
): EmailContent {
  const { subject: begins, heading, lead } = wordings[kind]
  const line = (text: string) => safeLine(text, maxValueLength)
  const project = optionLabel(projectTypes, estimate.projectType)
  const about = `${project}, ${line(estimate.location)}`
  const subject = safeLine(
    `${estimate.urgent ? 'URGENT: ' : ''}${begins}: ${about} (${estimate.name})`,
    maxSubjectLength,
  )
  const inWords = (instant: Date) => `${formatDayAndTime(instant)} New York time`
  const dueBy = inWords(estimate.dueAt)
  const { proposalDueOn } = estimate
  const said = [
    lead(dueBy, assignersText(assignedBy), proposalDueOn ? inWords(proposalDueAt(proposalDueOn)) : ''),
    ...toAssignmentLines(kind, estimate.assigneeId === user.id),
  ].join(' ')
  const facts: Fact[] = [
    { label: 'Name', value: line(estimate.name) },
    ...callFacts(estimate, line),
    { label: 'Project', value: line(project) },
    { label: 'Location', value: line(estimate.location) },
    { label: 'Budget', value: line(optionLabel(budgetRanges, estimate.budgetRange)) },
    ...(awaitsContact(estimate) ? [{ label: 'Respond by', value: dueBy }] : []),
    { label: 'Reference', value: estimate.reference },
  ]
  const link = links.estimate(estimate.id)
  const label = nudgeLabels[switchByKind[kind]]
  return {
    subject,
    text: emailText(heading, [
      ...(estimate.urgent ? [urgentNotice] : []),
      wrapped(said),
      textTable(facts),
      `${buttonText}:\n${link}`,
      switchesText(label, links.switches),
    ]),
    html: renderHtml(
      <EmailLayout subject={subject} preview={said} heading={heading}>
        {estimate.urgent && <Alert>{urgentNotice}</Alert>}
        <Paragraph>{said}</Paragraph>
        <FactBox facts={facts} />
        <ButtonLink href={link} call={callLink(estimate.phone)}>
          {buttonText}
        </ButtonLink>
        <SwitchesNote label={label} href={links.switches} />
      </EmailLayout>,
    ),
  }
}

function toAssignmentLines(kind: EstimateNudgeKind, isOwn: boolean): string[] {
  if (kind === 'nudge.new' || kind === 'nudge.assigned') return []
  return [isOwn ? 'It is assigned to you.' : 'It is not assigned to anyone.']
}

import type { NudgedEstimate, PreparedNudge } from '#server/mail/messages/prepare-nudge.ts'
import type { NudgeLinks } from '#server/mail/messages/staff-links.ts'
import { optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { responseLabel, responseState } from '#shared/estimates/response-clock.ts'
import { formatDayAndTime, formatWholeNumber } from '#shared/formatting.ts'
import { nudgeLabels } from '#shared/nudges.ts'
import { assignersText } from './assigners-text.ts'
import { callLink } from './call-link.ts'
import type { EmailContent } from './email-content.ts'
import { EmailLayout, renderHtml } from './email-layout.tsx'
import { ButtonLink, type ListedLink, Paragraph } from './email-parts.tsx'
import { emailText, wrapped } from './email-text.ts'
import { SectionHtml, sectionText, toMore } from './listed-section.tsx'
import { SwitchesNote, switchesText } from './nudge-switches.tsx'
import { safeLine } from './safe-text.ts'

const maxListed = 20
const maxValueLength = 80
const heading = 'Assigned to you'
const buttonText = 'Open your requests'
const label = nudgeLabels.assigned

/** One email about estimates that were assigned together. */
export function assignedEmail(
  { estimates, assignedBy, at }: Extract<PreparedNudge, { readonly estimates: unknown }>,
  { own, switches, estimate: linkTo }: NudgeLinks,
): EmailContent {
  const count = formatWholeNumber(estimates.length)
  const overdue = estimates.filter((estimate) => responseState(estimate, at).kind === 'overdue').length
  const urgent = estimates.filter((estimate) => estimate.urgent).length
  const numbers = [...(overdue > 0 ? [`${overdue} overdue`] : []), ...(urgent > 0 ? [`${urgent} urgent`] : [])]
  const subject = `${heading}: ${count} requests${numbers.length > 0 ? ` (${numbers.join(', ')})` : ''}`
  const said = `${assignersText(assignedBy)} assigned ${count} requests to you.${overdueSentence(overdue, estimates.length)}`
  const section = {
    items: estimates.slice(0, maxListed).map((estimate) => listed(estimate, linkTo(estimate.id), at)),
    more: toMore(estimates.length - maxListed, own),
  }
  return {
    subject,
    text: emailText(heading, [
      wrapped(said),
      sectionText(section),
      `${buttonText}:\n${own}`,
      switchesText(label, switches),
    ]),
    html: renderHtml(
      <EmailLayout subject={subject} preview={said} heading={heading}>
        <Paragraph>{said}</Paragraph>
        <SectionHtml {...section} />
        <ButtonLink href={own}>{buttonText}</ButtonLink>
        <SwitchesNote label={label} href={switches} />
      </EmailLayout>,
    ),
  }
}

function overdueSentence(overdue: number, all: number): string {
  if (overdue === 0) return ''
  if (overdue === all) return ' All of them are overdue.'
  return overdue === 1 ? ' One of them is overdue.' : ` ${formatWholeNumber(overdue)} of them are overdue.`
}

function listed(estimate: NudgedEstimate, href: string, at: Date): ListedLink {
  const project = optionLabel(projectTypes, estimate.projectType)
  return {
    href,
    title: safeLine(estimate.name, maxValueLength),
    call: callLink(estimate.phone),
    details: [
      `${project}, ${safeLine(estimate.location, maxValueLength)}`,
      [...(estimate.urgent ? ['urgent'] : []), clockText(estimate, at), estimate.reference].join('; '),
    ],
  }
}

/** Includes the time itself, since an email may be read hours later. */
function clockText(estimate: NudgedEstimate, at: Date): string {
  const { dueAt, firstContactAt } = estimate
  if (firstContactAt) return `contacted ${formatDayAndTime(firstContactAt)}`
  const state = responseState(estimate, at)
  if (state.kind === 'closed') return responseLabel(state)
  if (state.kind === 'overdue') return `${responseLabel(state)}, was due ${formatDayAndTime(dueAt)}`
  return `due ${formatDayAndTime(dueAt)}`
}

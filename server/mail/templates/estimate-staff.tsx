import type { EmailedEstimate } from '#server/mail/messages/claimed-message.ts'
import { hourMs } from '#shared/durations.ts'
import { promisedTime } from '#shared/estimates/contact-promise.ts'
import { budgetRanges, optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import { formatDayAndTime } from '#shared/formatting.ts'
import { callLink } from './call-link.ts'
import type { EmailContent } from './email-content.ts'
import { EmailLayout, renderHtml } from './email-layout.tsx'
import { Alert, AnswerTable, ButtonLink, type Fact, FactBox, Paragraph, SmallPrint } from './email-parts.tsx'
import { emailText, textTable, wrapped } from './email-text.ts'
import { estimateAnswers } from './estimate-answers.ts'
import { safeLine } from './safe-text.ts'

const maxSubjectLength = 150
const urgentNotice = 'URGENT: this visitor needs immediate attention.'
const heading = 'New estimate request'
export const replyHint = 'Replies to this email go to the visitor.'
export const writeHint = 'Replies to this email do not reach the visitor; please write to the address above.'
const buttonText = 'Open the request'

type StaffEmailOptions = { readonly link: string; readonly now: Date; readonly hasReplyTo: boolean }

export function estimateStaffEmail(
  estimate: EmailedEstimate,
  { link, now, hasReplyTo }: StaffEmailOptions,
): EmailContent {
  const { files = [] } = estimate
  const hint = hasReplyTo ? replyHint : writeHint
  const projectType = optionLabel(projectTypes, estimate.projectType)
  const subject = safeLine(
    `${estimate.urgent ? 'URGENT: ' : ''}Estimate request ${estimate.reference}: ${projectType}, ${estimate.location} (${estimate.name})`,
    maxSubjectLength,
  )
  const dueAt = estimate.dueAt ?? responseDueAt(estimate.createdAt)
  const dueBy = inNewYork(dueAt)
  const facts: Fact[] = [
    { label: 'Reference', value: estimate.reference },
    { label: 'Submitted', value: inNewYork(estimate.createdAt) },
    { label: 'Respond by', value: dueBy },
    ...promiseFacts(dueAt, now),
    ...(files.length > 0 ? [{ label: 'Photos', value: String(files.length) }] : []),
  ]
  const { given, missing } = estimateAnswers(estimate)
  const notes = [
    ...(missing.length > 0 ? [`Not given: ${missing.join(', ').toLowerCase()}.`] : []),
    ...(estimate.urgent ? [] : ['Not urgent.']),
  ].join(' ')
  const budget = optionLabel(budgetRanges, estimate.budgetRange)
  const preview = `${projectType} · ${estimate.location} · ${budget}. Respond by ${dueBy}.`

  return {
    subject,
    text: emailText(heading, [
      ...(estimate.urgent ? [urgentNotice] : []),
      textTable(facts),
      `${buttonText}:\n${link}`,
      textTable(given),
      ...(notes === '' ? [] : [wrapped(notes)]),
      hint,
    ]),
    html: renderHtml(
      <EmailLayout subject={subject} preview={preview} heading={heading}>
        {estimate.urgent && <Alert>{urgentNotice}</Alert>}
        <FactBox facts={facts} />
        <ButtonLink href={link} call={callLink(estimate.phone)}>
          {buttonText}
        </ButtonLink>
        <AnswerTable answers={given} />
        {notes !== '' && <SmallPrint>{notes}</SmallPrint>}
        <Paragraph>{hint}</Paragraph>
      </EmailLayout>,
    ),
  }
}

function inNewYork(instant: Date): string {
  return `${formatDayAndTime(instant)} New York time`
}

/** The visitor's email rounds the deadline down to a half hour, which needs no row, and to the end of business hours. */
function promiseFacts(dueAt: Date, now: Date): Fact[] {
  const promised = promisedTime(dueAt)
  if (!promised || promised <= now || dueAt.getTime() - promised.getTime() < hourMs / 2) return []
  return [{ label: 'We promised', value: inNewYork(promised) }]
}

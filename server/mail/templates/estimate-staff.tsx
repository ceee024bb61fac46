import type { EmailedEstimate } from '#server/mail/messages/claimed-message.ts'
import { company } from '#shared/company.ts'
import { optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { responseDueAt, responseHours } from '#shared/estimates/response-clock.ts'
import { formatDayAndTime } from '#shared/formatting.ts'
import { contactPromise } from './contact-promise.ts'
import type { EmailContent } from './email-content.ts'
import { EmailLayout, renderHtml } from './email-layout.tsx'
import { Alert, AnswerTable, ButtonLink, FactBox, Paragraph } from './email-parts.tsx'
import { emailText, textTable } from './email-text.ts'
import { estimateAnswers } from './estimate-answers.ts'
import { safeLine } from './safe-text.ts'

const maxSubjectLength = 150
const urgentNotice = 'URGENT: this visitor needs immediate attention.'
const emptyAnswer = 'Not given'
const heading = 'New estimate request'
const replyHint = 'Replies to this email go to the visitor.'
const writeHint = 'Replies to this email do not reach the visitor; please write to the address above.'
const promise = `Respond within ${responseHours} hours, as ${company.name} promises.`

type StaffEmailOptions = { readonly link: string; readonly now: Date; readonly hasReplyTo: boolean }

export function estimateStaffEmail(
  estimate: EmailedEstimate,
  { link, now, hasReplyTo }: StaffEmailOptions,
): EmailContent {
  const hint = hasReplyTo ? replyHint : writeHint
  const projectType = optionLabel(projectTypes, estimate.projectType)
  const subject = safeLine(
    `${estimate.urgent ? 'URGENT: ' : ''}Estimate request ${estimate.reference}: ${projectType}, ${estimate.location} (${estimate.name})`,
    maxSubjectLength,
  )
  const dueAt = estimate.dueAt ?? responseDueAt(estimate.createdAt)
  const dueBy = `${formatDayAndTime(dueAt)} New York time`
  const facts = [
    { label: 'Reference', value: estimate.reference },
    { label: 'Submitted', value: `${formatDayAndTime(estimate.createdAt)} New York time` },
    { label: 'Respond by', value: dueBy },
    { label: 'We promised', value: contactPromise(dueAt, now) },
  ]
  const answers = estimateAnswers(estimate)
  const preview = `Respond by ${dueBy}. ${projectType}, ${estimate.location}.`

  return {
    subject,
    text: emailText(heading, [
      ...(estimate.urgent ? [urgentNotice] : []),
      textTable(
        facts.map((fact) => ({ ...fact, long: false })),
        emptyAnswer,
      ),
      `Open the request:\n${link}`,
      textTable(answers, emptyAnswer),
      `${hint}\n${promise}`,
    ]),
    html: renderHtml(
      <EmailLayout subject={subject} preview={preview} heading={heading}>
        {estimate.urgent && <Alert>{urgentNotice}</Alert>}
        <FactBox facts={facts} />
        <ButtonLink href={link}>Open the request</ButtonLink>
        <AnswerTable answers={answers} ifEmpty={emptyAnswer} />
        <Paragraph>
          {hint} {promise}
        </Paragraph>
      </EmailLayout>,
    ),
  }
}

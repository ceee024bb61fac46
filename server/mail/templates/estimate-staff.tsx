import type { EmailedEstimate } from '#server/database/queries/claimed-messages.ts'
import { company } from '#shared/company.ts'
import { optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { responseDueAt, responseHours } from '#shared/estimates/response-clock.ts'
import { formatDayAndTime } from '#shared/formatting.ts'
import { contactPromise } from './contact-promise.ts'
import type { EmailContent } from './email-content.ts'
import { EmailLayout } from './email-layout.tsx'
import { Alert, AnswerTable, ButtonLink, type Fact, FactBox, Paragraph } from './email-parts.tsx'
import { emailText, textTable } from './email-text.ts'
import { type Answer, estimateAnswers } from './estimate-answers.ts'
import { perMinute } from './per-minute.ts'
import { prerendered } from './prerendered.ts'
import { safeLine } from './safe-text.ts'

const maxSubjectLength = 150
const urgentNotice = 'URGENT: this visitor needs immediate attention.'
const emptyAnswer = 'Not given'
const heading = 'New estimate request'
const replyHint = 'Replies to this email go to the visitor.'
const dayAndTime = perMinute(formatDayAndTime)
const promiseOf = perMinute((dueAt) => contactPromise(dueAt))
const promise = `Respond within ${responseHours} hours, as ${company.name} promises.`

export function estimateStaffEmail(estimate: EmailedEstimate, link: string): EmailContent {
  const projectType = optionLabel(projectTypes, estimate.projectType)
  const subject = safeLine(
    `${estimate.urgent ? 'URGENT: ' : ''}Estimate request ${estimate.reference}: ${projectType}, ${estimate.location} (${estimate.name})`,
    maxSubjectLength,
  )
  const dueAt = estimate.dueAt ?? responseDueAt(estimate.createdAt)
  const dueBy = `${dayAndTime(dueAt)} New York time`
  const facts = [
    { label: 'Reference', value: estimate.reference },
    { label: 'Submitted', value: `${dayAndTime(estimate.createdAt)} New York time` },
    { label: 'Respond by', value: dueBy },
    { label: 'We promised', value: promiseOf(dueAt) },
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
      `${replyHint}\n${promise}`,
    ]),
    html: html({ subject, preview, urgent: estimate.urgent, facts, link, answers }),
  }
}

type StaffEmailProps = {
  readonly subject: string
  readonly preview: string
  readonly urgent: boolean
  readonly facts: readonly Fact[]
  readonly link: string
  readonly answers: readonly Answer[]
}

export function StaffEmail({ subject, preview, urgent, facts, link, answers }: StaffEmailProps) {
  return (
    <EmailLayout subject={subject} preview={preview} heading={heading}>
      {urgent && <Alert>{urgentNotice}</Alert>}
      <FactBox facts={facts} />
      <ButtonLink href={link}>Open the request</ButtonLink>
      <AnswerTable answers={answers} ifEmpty={emptyAnswer} />
      <Paragraph>
        {replyHint} {promise}
      </Paragraph>
    </EmailLayout>
  )
}

const html = prerendered(StaffEmail)

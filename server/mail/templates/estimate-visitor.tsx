import type { EmailedEstimate } from '#server/database/queries/claimed-messages.ts'
import { company } from '#shared/company.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import { contactPromise } from './contact-promise.ts'
import type { EmailContent } from './email-content.ts'
import { EmailLayout, renderHtml } from './email-layout.tsx'
import { AnswerTable, FactBox, Paragraph, PhoneLink, SectionHeading, SmallPrint } from './email-parts.tsx'
import { emailText, textTable } from './email-text.ts'
import { estimateAnswers } from './estimate-answers.ts'
import { safeLine, unlinkedText } from './safe-text.ts'

const emptyAnswer = 'Not given'

/** Anyone can enter another person's address, so only the company's phone is a link. */
export function estimateVisitorEmail(estimate: EmailedEstimate): EmailContent {
  const subject = `We received your estimate request (${safeLine(estimate.reference, 40)})`
  const heading = 'Thank you for your request'
  const greeting = `Dear ${unlinkedText(safeLine(estimate.name, 100))},`
  const reference = { label: 'Your reference', value: estimate.reference }
  const answers = estimateAnswers(estimate, unlinkedText)
  const thanks = `Thank you for asking ${company.name} for an estimate.`
  const received = 'We received your request, and'
  const promise = `we will contact you ${contactPromise(estimate.dueAt ?? responseDueAt(estimate.createdAt))}`
  const next = 'A detailed estimate follows within 2-3 business days after we talk.'
  const cost = "It's free, with no hidden fees."
  const changes = 'Anything to add or correct? Reply to this email, or call'
  const mistaken = "Didn't send this request? Then someone entered your email address"
  const ignore = 'by mistake, and you can ignore this email.'

  return {
    subject,
    text: emailText(heading, [
      greeting,
      `${thanks}\n${received}\n${promise}.`,
      textTable([{ ...reference, long: false }], emptyAnswer),
      `${next}\n${cost}`,
      `${changes}\n${company.phone.display}.`,
      'YOUR ANSWERS',
      textTable(answers, emptyAnswer),
      `${mistaken}\n${ignore}`,
    ]),
    html: renderHtml(
      <EmailLayout
        subject={subject}
        preview={`${promise.replace(/^w/, 'W')}. Your reference is ${estimate.reference}.`}
        heading={heading}
      >
        <Paragraph>{greeting}</Paragraph>
        <Paragraph>
          {thanks} {received} <strong>{promise}</strong>.
        </Paragraph>
        <FactBox facts={[reference]} />
        <Paragraph>
          {next} {cost}
        </Paragraph>
        <Paragraph>
          {changes} <PhoneLink href={company.phone.href}>{company.phone.display}</PhoneLink>.
        </Paragraph>
        <SectionHeading>Your answers</SectionHeading>
        <AnswerTable answers={answers} ifEmpty={emptyAnswer} />
        <SmallPrint>
          {mistaken} {ignore}
        </SmallPrint>
      </EmailLayout>,
    ),
  }
}

import type { EmailedEstimate } from '#server/mail/messages/claimed-message.ts'
import { company, estimatePromise } from '#shared/company.ts'
import { contactPromise } from '#shared/estimates/contact-promise.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import type { EmailContent } from './email-content.ts'
import { EmailLayout, renderHtml } from './email-layout.tsx'
import { AnswerTable, ButtonLink, FactBox, Paragraph, PhoneLink, SectionHeading, SmallPrint } from './email-parts.tsx'
import { emailText, textTable } from './email-text.ts'
import { chosenFieldNames, estimateAnswers } from './estimate-answers.ts'
import { safeLine, unlinkedText } from './safe-text.ts'

const heading = 'Thank you for your request'
const thanks = () => `Thank you for asking ${company.name} for an estimate.`
const received = 'We received your request, and'
const next = () => `A detailed estimate follows ${estimatePromise()} after we talk.`
const cost = 'It’s free, with no hidden fees.'
const changes = 'Anything to add or correct? Reply to this email, or call'
const see = 'See your request'
const mistaken = 'Didn’t send this request? Then someone entered your email address'
const ignore = 'by mistake, and you can ignore this email.'

/** A text this short can say little besides a name. */
const shortName = /^[\p{L}\p{M} .'’-]{2,40}$/u

export function visitorGreeting({ formVerified, name }: EmailedEstimate): string {
  const isGreeted = formVerified || shortName.test(name)
  return isGreeted ? `Dear ${unlinkedText(safeLine(name, 100))},` : 'Hello,'
}

/**
 * Anyone can enter another person's address, so only the company's phone and the visitor's page are links, and without a
 * valid token of the form only the phone is, and only a short name is quoted of what was typed.
 */
export function estimateVisitorEmail(
  estimate: EmailedEstimate,
  { link, now }: { readonly link: string; readonly now: Date },
): EmailContent {
  const subject = `We received your estimate request (${safeLine(estimate.reference, 40)})`
  const { formVerified } = estimate
  const greeting = visitorGreeting(estimate)
  const facts = [{ label: 'Your reference', value: estimate.reference }]
  const { given } = estimateAnswers(estimate, unlinkedText, formVerified ? undefined : chosenFieldNames)
  const promise = `we will contact you ${contactPromise(estimate.dueAt ?? responseDueAt(estimate.createdAt), now)}`
  const preview = `${promise.replace(/^w/, 'W')}. Your reference is ${estimate.reference}.`

  return {
    subject,
    text: emailText(heading, [
      greeting,
      `${thanks()}\n${received}\n${promise}.`,
      textTable(facts),
      `${next()}\n${cost}`,
      ...(formVerified ? [`${see}:\n${link}`] : []),
      `${changes}\n${company.phone.display}.`,
      'YOUR ANSWERS',
      textTable(given),
      `${mistaken}\n${ignore}`,
    ]),
    html: renderHtml(
      <EmailLayout subject={subject} preview={preview} heading={heading}>
        <Paragraph>{greeting}</Paragraph>
        <Paragraph>
          {thanks()} {received} <strong>{promise}</strong>.
        </Paragraph>
        <FactBox facts={facts} />
        <Paragraph>
          {next()} {cost}
        </Paragraph>
        {formVerified && <ButtonLink href={link}>{see}</ButtonLink>}
        <Paragraph>
          {changes} <PhoneLink href={company.phone.href}>{company.phone.display}</PhoneLink>.
        </Paragraph>
        <SectionHeading>Your answers</SectionHeading>
        <AnswerTable answers={given} />
        <SmallPrint>
          {mistaken} {ignore}
        </SmallPrint>
      </EmailLayout>,
    ),
  }
}

import type { EmailedEstimate } from '#server/mail/messages/claimed-message.ts'
import type { PreparedVisitorMail, VisitorEvent } from '#server/mail/messages/visitor-mails.ts'
import { optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { declineReasonLabels, declineReasons } from '#shared/estimates/written-proposals.ts'
import { readPhoneNumber } from '#shared/phone-numbers.ts'
import { callLink } from './call-link.ts'
import type { EmailContent } from './email-content.ts'
import { EmailLayout, renderHtml } from './email-layout.tsx'
import { AnswerTable, ButtonLink, type Fact, FactBox, Paragraph } from './email-parts.tsx'
import { emailText, textTable, wrapped } from './email-text.ts'
import type { Answer } from './estimate-answers.ts'
import { replyHint, writeHint } from './estimate-staff.tsx'
import { safeLine, safeText, unlinkedText } from './safe-text.ts'

const maxSubjectLength = 150
const maxValueLength = 120
const buttonText = 'Open the request'

type Wording = { readonly heading: string; readonly lead: string; readonly quoted?: Answer }

/** Whoever has the link to the visitor's page may have typed it. */
const line = (label: string, text: string | null): { quoted?: Answer } =>
  text ? { quoted: { label, value: unlinkedText(safeLine(text, maxValueLength)) } } : {}
const words = (label: string, text: string | null): { quoted?: Answer } =>
  text ? { quoted: { label, value: unlinkedText(safeText(text)), long: true } } : {}

function wording(change: VisitorEvent): Wording {
  switch (change.kind) {
    case 'proposal_answered':
      return answerWording(change)
    case 'visitor_added':
      return {
        heading: 'Details added',
        lead: 'The customer has added something to the request.',
        ...words('Details', change.text),
      }
    case 'visitor_photos':
      return { heading: 'Photos added', lead: 'The customer has added photos to the request.' }
    case 'visitor_phone':
      return {
        heading: 'Phone number corrected',
        lead: 'The customer has corrected the phone number.',
        ...line('New number', change.to && readPhoneNumber(change.to).text),
      }
    case 'visitor_withdrew':
      return { heading: 'Request withdrawn', lead: 'The customer has withdrawn the request. Its clocks are stopped.' }
    case 'visitor_returned':
      return { heading: 'Request no longer withdrawn', lead: 'The customer has undone the withdrawal.' }
  }
}

function answerWording({ answer, number, text }: Extract<VisitorEvent, { kind: 'proposal_answered' }>): Wording {
  if (answer === 'accepted') {
    const lead = `The customer would like to go ahead with proposal ${number}. Prepare the contract, and mark the request as won once it is signed.`
    return { heading: 'Proposal accepted', lead, ...line('Name typed', text) }
  }
  if (answer === 'changes') {
    const lead = `The customer asks for changes to proposal ${number}.`
    return { heading: 'Changes asked for', lead, ...words('Changes', text) }
  }
  const reason = declineReasons.find((one) => one === text)
  const lead = `The customer doesn’t want to go ahead with proposal ${number}.`
  return { heading: 'Proposal declined', lead, ...line('Reason', reason ? declineReasonLabels[reason] : null) }
}

/** Tells the staff what a visitor did on the page by link. */
export function visitorChangeEmail(
  { change }: Extract<PreparedVisitorMail, { readonly change: VisitorEvent }>,
  estimate: EmailedEstimate,
  { link, hasReplyTo }: { readonly link: string; readonly hasReplyTo: boolean },
): EmailContent {
  const { heading, lead, quoted } = wording(change)
  const short = (text: string) => safeLine(text, maxValueLength)
  const project = optionLabel(projectTypes, estimate.projectType)
  const subject = safeLine(`${heading}: ${project}, ${estimate.location} (${estimate.name})`, maxSubjectLength)
  const facts: Fact[] = [
    { label: 'Name', value: short(estimate.name) },
    ...(estimate.phone ? [{ label: 'Phone', value: short(estimate.phone) }] : []),
    ...(estimate.email ? [{ label: 'Email', value: short(estimate.email) }] : []),
    { label: 'Project', value: short(project) },
    { label: 'Location', value: short(estimate.location) },
    { label: 'Reference', value: estimate.reference },
  ]
  const hint = hasReplyTo ? replyHint : writeHint
  return {
    subject,
    text: emailText(heading, [
      wrapped(lead),
      ...(quoted ? [textTable([quoted])] : []),
      textTable(facts),
      `${buttonText}:\n${link}`,
      ...(estimate.email ? [hint] : []),
    ]),
    html: renderHtml(
      <EmailLayout subject={subject} preview={lead} heading={heading}>
        <Paragraph>{lead}</Paragraph>
        {quoted && <AnswerTable answers={[quoted]} />}
        <FactBox facts={facts} />
        <ButtonLink href={link} call={callLink(estimate.phone)}>
          {buttonText}
        </ButtonLink>
        {estimate.email && <Paragraph>{hint}</Paragraph>}
      </EmailLayout>,
    ),
  }
}

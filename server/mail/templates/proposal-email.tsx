import type { EmailedEstimate } from '#server/mail/messages/claimed-message.ts'
import type { EmailedProposal, PreparedVisitorMail } from '#server/mail/messages/visitor-mails.ts'
import { startOfNewYorkDay } from '#shared/calendar-days.ts'
import { company } from '#shared/company.ts'
import {
  declineReasonLabels,
  declineReasons,
  type ProposalAnswer,
  proposalAnswers,
} from '#shared/estimates/written-proposals.ts'
import { formatCents, formatDayOfWeek, formatDayOfYear } from '#shared/formatting.ts'
import type { EmailContent } from './email-content.ts'
import { EmailLayout, renderHtml } from './email-layout.tsx'
import { AnswerTable, ButtonLink, type Fact, FactBox, Paragraph, PhoneLink, SmallPrint } from './email-parts.tsx'
import { emailText, textTable, wrapped } from './email-text.ts'
import type { Answer } from './estimate-answers.ts'
import { visitorGreeting } from './estimate-visitor.tsx'
import { safeLine, safeText, unlinkedText } from './safe-text.ts'

type ProposalMail = Extract<PreparedVisitorMail, { readonly proposal: EmailedProposal }>

const buttonText = 'See your proposal'
const questions = 'Any questions? Reply to this email, or call'
const caution = 'Whoever has this link can open the page. Please forward this email only to people who may see it.'
const maxNameLength = 100

type Wording = { readonly subject: string; readonly heading: string; readonly lead: string }

const answered: Readonly<Record<ProposalAnswer, string>> = {
  accepted:
    'Thank you! You’d like to go ahead with our proposal. We’ll prepare the contract and contact you. Your answer is not the contract.',
  changes: 'You asked for changes to our proposal. We’ll look at them and contact you.',
  declined: 'You told us that you don’t want to go ahead with our proposal. Thank you for considering us.',
}

function wording({ kind, proposal }: ProposalMail): Wording {
  switch (kind) {
    case 'proposal.sent':
      return {
        subject: `Your proposal from ${company.name}`,
        heading: 'Your proposal',
        lead: 'Your proposal is ready. On its page, you can see each item, ask for changes, or tell us to go ahead.',
      }
    case 'proposal.reminder':
      return {
        subject: `Do you have questions about your proposal?`,
        heading: 'Your proposal',
        lead: `We sent you a proposal on ${formatDayOfWeek(proposal.sentAt)}, and haven’t heard from you. Is anything unclear, or should we change something? This is the only reminder.`,
      }
    case 'proposal.answered':
      return {
        subject: 'We received your answer',
        heading: 'We received your answer',
        lead: answered[proposalAnswers.find((one) => one === proposal.answer) ?? 'changes'],
      }
  }
}

/**
 * An email to the visitor about a proposal. Whoever has the link may have typed the answer, so it is quoted without links.
 *
 * @param link to the visitor's page
 */
export function proposalEmail(mail: ProposalMail, estimate: EmailedEstimate, link: string): EmailContent {
  const { kind, proposal } = mail
  const { subject: begins, heading, lead } = wording(mail)
  const subject = `${begins} (${safeLine(estimate.reference, 40)})`
  const greeting = visitorGreeting(estimate)
  const isAnswered = kind === 'proposal.answered'
  const facts: Fact[] = [
    { label: 'Total', value: formatCents(proposal.cents) },
    ...(isAnswered ? [] : [{ label: 'Valid until', value: formatDayOfYear(startOfNewYorkDay(proposal.validUntil)) }]),
    { label: 'Your reference', value: estimate.reference },
    { label: company.license.label, value: company.license.number },
  ]
  const quoted = isAnswered ? quotedAnswer(proposal) : []
  return {
    subject,
    text: emailText(heading, [
      greeting,
      wrapped(lead),
      textTable(facts),
      ...(quoted.length > 0 ? [textTable(quoted)] : []),
      `${buttonText}:\n${link}`,
      `${questions}\n${company.phone.display}.`,
      wrapped(caution),
    ]),
    html: renderHtml(
      <EmailLayout subject={subject} preview={lead} heading={heading}>
        <Paragraph>{greeting}</Paragraph>
        <Paragraph>{lead}</Paragraph>
        <FactBox facts={facts} />
        {quoted.length > 0 && <AnswerTable answers={quoted} />}
        <ButtonLink href={link}>{buttonText}</ButtonLink>
        <Paragraph>
          {questions} <PhoneLink href={company.phone.href}>{company.phone.display}</PhoneLink>.
        </Paragraph>
        <SmallPrint>{caution}</SmallPrint>
      </EmailLayout>,
    ),
  }
}

function quotedAnswer({ answer, answerText }: EmailedProposal): Answer[] {
  if (!answerText) return []
  if (answer === 'accepted')
    return [{ label: 'Name you typed', value: unlinkedText(safeLine(answerText, maxNameLength)) }]
  if (answer === 'changes')
    return [{ label: 'What you asked for', value: unlinkedText(safeText(answerText)), long: true }]
  const reason = declineReasons.find((one) => one === answerText)
  return reason ? [{ label: 'Reason', value: declineReasonLabels[reason] }] : []
}

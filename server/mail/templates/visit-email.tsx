import type { EmailedEstimate } from '#server/mail/messages/claimed-message.ts'
import type { ChangedVisit, PreparedVisit } from '#server/mail/messages/visit-mails.ts'
import { company } from '#shared/company.ts'
import { optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { formatVisit, formatVisitHours } from '#shared/estimates/visits.ts'
import { formatDayOfYear } from '#shared/formatting.ts'
import { callFacts, callLink } from './call-link.ts'
import type { EmailContent } from './email-content.ts'
import { EmailLayout, renderHtml } from './email-layout.tsx'
import { ButtonLink, type Fact, FactBox, Paragraph, PhoneLink, SmallPrint } from './email-parts.tsx'
import { emailText, textTable, wrapped } from './email-text.ts'
import { visitorGreeting } from './estimate-visitor.tsx'
import { safeLine, unlinkedText } from './safe-text.ts'

const maxSubjectLength = 150
const maxValueLength = 200
const calendarHint = 'The attached calendar entry does the same in your calendar.'

type Wording = { readonly heading: string; readonly lead: string }

const visitorWording: Readonly<Record<PreparedVisit['news'], Wording>> = {
  planned: {
    heading: 'Our visit',
    lead: 'We will visit you at this time. The attached entry adds it to your calendar.',
  },
  changed: {
    heading: 'Our visit has changed',
    lead: `Our visit has changed. This is what counts now. ${calendarHint}`,
  },
  'called off': { heading: 'Our visit is called off', lead: `We will not come at this time. ${calendarHint}` },
  'handed over': { heading: 'Our visit has changed', lead: `Our visit has changed. ${calendarHint}` },
  tomorrow: { heading: 'Our visit tomorrow', lead: 'We will visit you tomorrow.' },
}

const staffWording: Readonly<Record<ChangedVisit['news'], Wording>> = {
  planned: { heading: 'Visit planned', lead: 'You make this visit. The attached entry adds it to your calendar.' },
  changed: { heading: 'Visit changed', lead: `This is what counts now. ${calendarHint}` },
  'called off': { heading: 'Visit called off', lead: `This visit is called off. ${calendarHint}` },
  'handed over': { heading: 'Visit handed over', lead: `A colleague makes this visit now. ${calendarHint}` },
}

/** @param link to the visitor's page */
export function visitVisitorEmail(
  { news, visit, assigneeName }: PreparedVisit,
  estimate: EmailedEstimate,
  link: string,
): EmailContent {
  const { heading, lead } = visitorWording[news]
  const subject = `${heading}: ${formatVisit(visit)} (${safeLine(estimate.reference, 40)})`
  const greeting = visitorGreeting(estimate)
  const [firstName] = safeLine(assigneeName ?? '', 100).split(' ')
  const facts: Fact[] = [
    ...whenAndWhere(visit),
    ...(firstName && news !== 'called off' ? [{ label: 'Who comes', value: unlinkedText(firstName) }] : []),
    { label: 'Your reference', value: estimate.reference },
    { label: company.license.label, value: company.license.number },
  ]
  const questions = 'Does this not suit you? Reply to this email, or call'
  const buttonText = 'See your request'
  const caution = 'Whoever has this link can open the page. Please forward this email only to people who may see it.'
  return {
    subject,
    text: emailText(heading, [
      greeting,
      wrapped(lead),
      textTable(facts),
      `${questions}\n${company.phone.display}.`,
      `${buttonText}:\n${link}`,
      wrapped(caution),
    ]),
    html: renderHtml(
      <EmailLayout subject={subject} preview={lead} heading={heading}>
        <Paragraph>{greeting}</Paragraph>
        <Paragraph>{lead}</Paragraph>
        <FactBox facts={facts} />
        <Paragraph>
          {questions} <PhoneLink href={company.phone.href}>{company.phone.display}</PhoneLink>.
        </Paragraph>
        <ButtonLink href={link}>{buttonText}</ButtonLink>
        <SmallPrint>{caution}</SmallPrint>
      </EmailLayout>,
    ),
  }
}

/** @param estimate null where its data is erased, so that nothing tells of the customer */
export function visitStaffEmail(
  { news, visit }: PreparedVisit & ChangedVisit,
  estimate: EmailedEstimate | null,
  link: string,
): EmailContent {
  const { heading, lead } = staffWording[news]
  const subject = safeLine(
    [`${heading}: ${formatVisit(visit)}`, ...(estimate ? [`${formatProject(estimate)} (${estimate.name})`] : [])].join(
      ', ',
    ),
    maxSubjectLength,
  )
  const short = (text: string) => safeLine(text, maxValueLength)
  const facts: Fact[] = [
    ...whenAndWhere(visit),
    ...(estimate
      ? [
          { label: 'Name', value: short(estimate.name) },
          ...callFacts(estimate, short),
          { label: 'Project', value: formatProject(estimate) },
          { label: 'Reference', value: estimate.reference },
        ]
      : []),
  ]
  const buttonText = 'Open the request'
  return {
    subject,
    text: emailText(heading, [wrapped(lead), textTable(facts), ...(estimate ? [`${buttonText}:\n${link}`] : [])]),
    html: renderHtml(
      <EmailLayout subject={subject} preview={lead} heading={heading}>
        <Paragraph>{lead}</Paragraph>
        <FactBox facts={facts} />
        {estimate && (
          <ButtonLink href={link} call={callLink(estimate.phone)}>
            {buttonText}
          </ButtonLink>
        )}
      </EmailLayout>,
    ),
  }
}

/** What calendars call the visit. */
export function visitSummary({ kind }: Pick<PreparedVisit, 'kind'>, estimate: EmailedEstimate | null): string {
  if (kind === 'visit.visitor') return `Visit from ${company.name}`
  return estimate ? `Visit: ${formatProject(estimate)}, ${safeLine(estimate.name, 100)}` : 'Visit'
}

function formatProject({ projectType }: EmailedEstimate): string {
  return safeLine(optionLabel(projectTypes, projectType), 100)
}

function whenAndWhere(visit: PreparedVisit['visit']): Fact[] {
  return [
    { label: 'Day', value: formatDayOfYear(visit.startsAt) },
    { label: 'Time', value: `${formatVisitHours(visit)}, New York time` },
    ...(visit.place ? [{ label: 'Place', value: unlinkedText(safeLine(visit.place, maxValueLength)) }] : []),
  ]
}

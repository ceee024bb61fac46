import type { EmailedEstimate } from '#server/mail/messages/claimed-message.ts'
import { company } from '#shared/company.ts'
import { reviewTexts } from '#shared/estimates/review-request.ts'
import type { EmailContent } from './email-content.ts'
import { EmailLayout, renderHtml } from './email-layout.tsx'
import { ButtonLink, Paragraph, PhoneLink, SmallPrint, TextLink } from './email-parts.tsx'
import { emailText, wrapped } from './email-text.ts'
import { visitorGreeting } from './estimate-visitor.tsx'

const { heading, lead, button, reason } = reviewTexts
const notRight = 'Is something not right? Reply to this email, or call'
const optOut = 'Don’t ask me for reviews again'

/** @param links where the review is written, and the page that ends these emails */
export function reviewEmail(
  estimate: EmailedEstimate,
  links: { readonly review: string; readonly optOut: string },
): EmailContent {
  const subject = `Would you write a review of ${company.name}?`
  const greeting = visitorGreeting(estimate)
  return {
    subject,
    text: emailText(heading, [
      greeting,
      wrapped(lead),
      `${button}:\n${links.review}`,
      `${notRight}\n${company.phone.display}.`,
      wrapped(reason),
      `${optOut}:\n${links.optOut}`,
    ]),
    html: renderHtml(
      <EmailLayout subject={subject} preview={lead} heading={heading}>
        <Paragraph>{greeting}</Paragraph>
        <Paragraph>{lead}</Paragraph>
        <ButtonLink href={links.review}>{button}</ButtonLink>
        <Paragraph>
          {notRight} <PhoneLink href={company.phone.href}>{company.phone.display}</PhoneLink>.
        </Paragraph>
        <SmallPrint>
          {reason} <TextLink href={links.optOut}>{optOut}</TextLink>.
        </SmallPrint>
      </EmailLayout>,
    ),
  }
}

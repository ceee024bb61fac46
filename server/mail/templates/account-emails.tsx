import type { AccountMailKind } from '#server/mail/messages/account-mail.ts'
import { company } from '#shared/company.ts'
import { formatDayAndTime } from '#shared/formatting.ts'
import type { EmailContent } from './email-content.ts'
import { EmailLayout, renderHtml } from './email-layout.tsx'
import { ButtonLink, Paragraph, SmallPrint, UrlLink } from './email-parts.tsx'
import { emailText, wrapped } from './email-text.ts'

type EmailedAccount = {
  readonly email: string
  readonly links: {
    readonly secret: string
    readonly signIn: string
    readonly requestReset: string
  }
  readonly happenedAt: Date
}

type Block = { readonly text: string; readonly link?: string }

type Draft = {
  readonly subject: string
  readonly before: readonly Block[]
  readonly button: { readonly text: string; readonly link: string }
  readonly after: readonly Block[]
  /** For recipients who did not expect the email. */
  readonly unexpected: string
}

const onceAnd = 'The link works once, and for'
const somebody = 'Somebody, we hope you,'
const ifButtonFails = 'If the button does not work, copy this address into your browser:'

const drafts: Readonly<Record<AccountMailKind, (account: EmailedAccount) => Draft>> = {
  'account.confirmation': ({ email, links }) => ({
    subject: 'Confirm your e-mail address',
    before: [
      { text: `${somebody} signed up at ${company.name} with the address ${email}.` },
      { text: `Please confirm that it is yours. ${onceAnd} 24 hours.` },
    ],
    button: { text: 'Confirm my address', link: links.secret },
    after: [
      { text: ifButtonFails, link: links.secret },
      { text: 'Open it in the browser in which you signed up, or have your password ready.' },
    ],
    unexpected:
      'You did not sign up? Then somebody entered your address. Ignore this message and do not open the link: without it, nobody gets an account with your address.',
  }),
  'account.exists': ({ email, links }) => ({
    subject: 'You already have an account',
    before: [
      { text: `${somebody} tried to sign up at ${company.name} with the address ${email}.` },
      { text: 'There is an account with this address already, so nothing was changed. Just sign in.' },
    ],
    button: { text: 'Sign in', link: links.signIn },
    after: [{ text: 'Forgotten your password? Here you can set a new one:', link: links.requestReset }],
    unexpected: "If this wasn't you, you can ignore this email. Nobody gained access.",
  }),
  'account.reset': ({ email, links }) => ({
    subject: 'Set a new password',
    before: [
      { text: `${somebody} asked for a new password for ${email} at ${company.name}.` },
      { text: `${onceAnd} one hour. With the new password, every device is signed out.` },
    ],
    button: { text: 'Set a new password', link: links.secret },
    after: [{ text: ifButtonFails, link: links.secret }],
    unexpected: 'You did not ask for it? Then ignore this message. Your password stays as it is.',
  }),
  'account.ready': ({ email, links, happenedAt }) => ({
    subject: 'Your account is ready',
    before: [
      {
        text: `A password was set for ${email} at ${company.name} on ${formatDayAndTime(happenedAt)} New York time. You can sign in with it now.`,
      },
    ],
    button: { text: 'Sign in', link: links.signIn },
    after: [{ text: 'Forgot your password? Set a new one here:', link: links.requestReset }],
    unexpected: `If you didn't set this password, call us at ${company.phone.display}.`,
  }),
  'account.password-changed': ({ email, links, happenedAt }) => ({
    subject: 'Your password was changed',
    before: [
      {
        text: `The password of ${email} at ${company.name} was changed on ${formatDayAndTime(happenedAt)} New York time. Other devices were signed out.`,
      },
      {
        text: 'If you did this, there is nothing more to do. If not, set a new password at once: it ends every session.',
      },
    ],
    button: { text: 'Set a new password', link: links.requestReset },
    after: [{ text: ifButtonFails, link: links.requestReset }],
    unexpected: `Cannot get in? Call us at ${company.phone.display}.`,
  }),
  'account.locked': ({ email, links }) => ({
    subject: 'Your password is locked',
    before: [
      {
        text: `Too many wrong passwords in a row were tried for ${email} at ${company.name}. To keep guessers out, we take no password for it now, not even the right one.`,
      },
      { text: `Set a new one, and you can sign in again. ${onceAnd} one hour.` },
    ],
    button: { text: 'Set a new password', link: links.secret },
    after: [
      { text: ifButtonFails, link: links.secret },
      { text: 'Too late for it? Here you can ask for another:', link: links.requestReset },
    ],
    unexpected: 'It was not you? Then somebody was guessing. They did not get in.',
  }),
}

export function accountEmail(kind: AccountMailKind, account: EmailedAccount): EmailContent {
  const { subject, before, button, after, unexpected } = drafts[kind](account)
  return {
    subject: `${subject} (${company.name})`,
    text: emailText(subject, [
      ...before.map(textBlock),
      `${button.text}:\n${button.link}`,
      // The button's URL is shown above.
      ...after.filter(({ link }) => link !== button.link).map(textBlock),
      wrapped(unexpected),
    ]),
    html: renderHtml(
      <EmailLayout subject={subject} preview={before[0]?.text ?? subject} heading={subject}>
        <Blocks blocks={before} />
        <ButtonLink href={button.link}>{button.text}</ButtonLink>
        <Blocks blocks={after} />
        <SmallPrint>{unexpected}</SmallPrint>
      </EmailLayout>,
    ),
  }
}

function textBlock({ text, link }: Block): string {
  return link === undefined ? wrapped(text) : `${wrapped(text)}\n${link}`
}

function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return blocks.map(({ text, link }) => (
    <Paragraph key={text}>
      {text}
      {link !== undefined && (
        <>
          <br />
          <UrlLink href={link} />
        </>
      )}
    </Paragraph>
  ))
}

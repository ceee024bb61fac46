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

const ifButtonFails = "If the button doesn't work, copy this link into your browser:"

const drafts: Readonly<Record<AccountMailKind, (account: EmailedAccount) => Draft>> = {
  'account.confirmation': ({ email, links }) => ({
    subject: 'Confirm your email address',
    before: [
      { text: `Someone, hopefully you, signed up at ${company.name} as ${email}.` },
      { text: 'Please confirm that this is your email address. The link works once, for 24 hours.' },
    ],
    button: { text: 'Confirm my email', link: links.secret },
    after: [
      { text: ifButtonFails, link: links.secret },
      { text: 'Open the link in the browser where you signed up, or have your password ready.' },
    ],
    unexpected:
      "Didn't sign up? Then someone entered your email address. Ignore this email and don't open the link. Without it, no one gets an account with your address.",
  }),
  'account.exists': ({ email, links }) => ({
    subject: 'You already have an account',
    before: [
      { text: `Someone, hopefully you, tried to sign up at ${company.name} as ${email}.` },
      { text: 'This email address already has an account, so nothing changed. Just sign in.' },
    ],
    button: { text: 'Sign in', link: links.signIn },
    after: [{ text: 'Forgot your password? Set a new one here:', link: links.requestReset }],
    unexpected: "If this wasn't you, you can ignore this email. No one gained access.",
  }),
  'account.reset': ({ email, links }) => ({
    subject: 'Set a new password',
    before: [
      { text: `Someone, hopefully you, asked for a new password for ${email} at ${company.name}.` },
      { text: 'The link works once, for one hour. A new password signs you out on every device.' },
    ],
    button: { text: 'Set a new password', link: links.secret },
    after: [{ text: ifButtonFails, link: links.secret }],
    unexpected: "Didn't ask for this? Ignore this email, and your password stays the same.",
  }),
  'account.ready': ({ email, links, happenedAt }) => ({
    subject: 'Your account is ready',
    before: [
      {
        text: `A password was set for ${email} at ${company.name} on ${formatDayAndTime(happenedAt)} New York time. You can now sign in.`,
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
        text: `The password for ${email} at ${company.name} was changed on ${formatDayAndTime(happenedAt)} New York time. All other devices were signed out.`,
      },
      {
        text: "If this was you, you're all set. If not, set a new password right away. It signs out every device.",
      },
    ],
    button: { text: 'Set a new password', link: links.requestReset },
    after: [{ text: ifButtonFails, link: links.requestReset }],
    unexpected: `Can't get in? Call us at ${company.phone.display}.`,
  }),
  'account.locked': ({ email, links }) => ({
    subject: 'Your password is locked',
    before: [
      {
        text: `There were too many wrong passwords in a row for ${email} at ${company.name}. To keep your account safe, we no longer accept its password, not even the right one.`,
      },
      { text: 'Set a new password to sign in again. The link works once, for one hour.' },
    ],
    button: { text: 'Set a new password', link: links.secret },
    after: [
      { text: ifButtonFails, link: links.secret },
      { text: 'Link expired? Ask for a new one here:', link: links.requestReset },
    ],
    unexpected: "If this wasn't you, someone was guessing. They didn't get in.",
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

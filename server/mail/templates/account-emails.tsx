import type { AccountMailKind } from '#server/mail/messages/account-mail.ts'
import { emailChangeHours, emailUndoHours } from '#shared/account.ts'
import { company } from '#shared/company.ts'
import { formatDayAndTime } from '#shared/formatting.ts'
import type { EmailContent } from './email-content.ts'
import { EmailLayout, renderHtml } from './email-layout.tsx'
import { ButtonLink, Paragraph, SmallPrint, UrlLink } from './email-parts.tsx'
import { emailText, wrapped } from './email-text.ts'
import { safeLine } from './safe-text.ts'

type EmailedAccount = {
  readonly email: string
  /** The other address of a change, or empty. */
  readonly otherEmail: string
  readonly role: string
  /** The name of the colleague who sent the invitation. */
  readonly invitedBy: string | null
  readonly links: {
    readonly secret: string
    readonly signIn: string
    readonly requestReset: string
    readonly dashboard: string
    /** It leads to the reader's own open estimates. */
    readonly mine: string
  }
  readonly happenedAt: Date
}

type Block = { readonly text: string; readonly link?: string }

type Draft = {
  readonly subject: string
  readonly before: readonly Block[]
  readonly button: { readonly text: string; readonly link: string }
  readonly after: readonly Block[]
  /** It addresses recipients who did not expect the email. */
  readonly unexpected: string
}

const ifButtonFails = 'If the button doesn’t work, copy this link into your browser:'

const maxNameLength = 100

function roleWords(role: string): string {
  return role === 'admin' ? 'an administrator' : 'a staff member'
}

const notYou = () => `If this wasn’t you, set a new password right away, and call us at ${company.phone.display}.`

/** Tells of a change of the second factor. The button is for an owner who did not make it. */
function changed(subject: string, what: (email: string, when: string) => string, advice?: string) {
  return ({ email, links, happenedAt }: EmailedAccount): Draft => ({
    subject,
    before: [
      { text: what(`${email} at ${company.name}`, `on ${formatDayAndTime(happenedAt)} New York time`) },
      { text: advice ?? 'If this was you, you’re all set.' },
    ],
    button: { text: 'Set a new password', link: links.requestReset },
    after: [{ text: ifButtonFails, link: links.requestReset }],
    unexpected: notYou(),
  })
}

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
      'Didn’t sign up? Then someone entered your email address. Ignore this email and don’t open the link. Without it, no one gets an account with your address.',
  }),
  'account.exists': ({ email, links }) => ({
    subject: 'You already have an account',
    before: [
      { text: `Someone, hopefully you, tried to sign up at ${company.name} as ${email}.` },
      { text: 'This email address already has an account, so nothing changed. Just sign in.' },
    ],
    button: { text: 'Sign in', link: links.signIn },
    after: [{ text: 'Forgot your password? Set a new one here:', link: links.requestReset }],
    unexpected: 'If this wasn’t you, you can ignore this email. No one gained access.',
  }),
  'account.reset': ({ email, links }) => ({
    subject: 'Set a new password',
    before: [
      { text: `Someone, hopefully you, asked for a new password for ${email} at ${company.name}.` },
      { text: 'The link works once, for one hour. A new password signs you out on every device.' },
    ],
    button: { text: 'Set a new password', link: links.secret },
    after: [{ text: ifButtonFails, link: links.secret }],
    unexpected: 'Didn’t ask for this? Ignore this email, and your password stays the same.',
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
    unexpected: `If you didn’t set this password, call us at ${company.phone.display}.`,
  }),
  'account.password-changed': ({ email, links, happenedAt }) => ({
    subject: 'Your password was changed',
    before: [
      {
        text: `The password for ${email} at ${company.name} was changed on ${formatDayAndTime(happenedAt)} New York time. All other devices were signed out.`,
      },
      {
        text: 'If this was you, you’re all set. If not, set a new password right away. It signs out every device.',
      },
    ],
    button: { text: 'Set a new password', link: links.requestReset },
    after: [{ text: ifButtonFails, link: links.requestReset }],
    unexpected: `Can’t get in? Call us at ${company.phone.display}.`,
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
    unexpected: 'If this wasn’t you, someone was guessing. They didn’t get in.',
  }),
  'account.app-added': changed(
    'An authenticator app was added',
    (account, when) => `An authenticator app was added to ${account} ${when}. Signing in now takes a code from it.`,
    'If this was you, you’re all set. All other devices were signed out.',
  ),
  'account.app-replaced': changed(
    'Your authenticator app was replaced',
    (account, when) =>
      `Another authenticator app was set up for ${account} ${when}. Codes of the former one no longer work.`,
    'If this was you, you’re all set. All other devices were signed out.',
  ),
  'account.app-removed': changed(
    'Your authenticator app was removed',
    (account, when) => `The authenticator app was removed from ${account} ${when}. Its codes no longer work.`,
  ),
  'account.passkey-added': changed(
    'A passkey was added',
    (account, when) => `A passkey was added to ${account} ${when}. It signs in without a password.`,
    'If this was you, you’re all set. All other devices were signed out.',
  ),
  'account.passkey-removed': changed(
    'A passkey was removed',
    (account, when) => `A passkey was removed from ${account} ${when}. It no longer signs in.`,
  ),
  'account.passkey-refused': changed(
    'A passkey was refused',
    (account, when) =>
      `A passkey of ${account} was used ${when} and refused: its counter was behind ours, so it may be a copy.`,
    'No one was signed in. Sign in another way, remove this passkey on your account page, and add a new one.',
  ),
  'account.recovery-codes-made': changed(
    'You have new recovery codes',
    (account, when) => `New recovery codes were made for ${account} ${when}. All earlier ones no longer work.`,
  ),
  'account.recovery-code-used': changed(
    'A recovery code was used',
    (account, when) => `Someone signed in to ${account} with a recovery code ${when}. This code no longer works.`,
    'If this was you, you’re all set. Your account page shows how many codes are left, and makes new ones.',
  ),
  'account.second-factor-reset': changed(
    'Your second factor was reset',
    (account, when) =>
      `The person who runs the site removed the second factor of ${account} ${when}. All devices were signed out.`,
    'If you asked for this, sign in with your password and set up a new one on your account page.',
  ),
  'account.second-factor-locked': changed(
    'Someone is guessing your codes',
    (account, when) =>
      `There were 100 wrong codes in a row for ${account}, the last ${when}. The person who entered them knows your password. No one got in, and we no longer accept codes from your app.`,
    'Set a new password. Then sign in with a recovery code or a passkey, which unlocks your app, or ask an administrator to reset your second factor.',
  ),
  'account.email-change': ({ email, links }) => ({
    subject: 'Confirm your new email address',
    before: [
      { text: `Someone, hopefully you, asked to use ${email} for their account at ${company.name}.` },
      {
        text: `Open the link where you are signed in to that account. It works once, for ${emailChangeHours} hours. Until then, nothing changes.`,
      },
    ],
    button: { text: 'Confirm my new email', link: links.secret },
    after: [{ text: ifButtonFails, link: links.secret }],
    unexpected:
      'Wasn’t that you? Ignore this email. The link does nothing for anyone who isn’t signed in to that account.',
  }),
  'account.email-taken': ({ email, links }) => ({
    subject: 'Your email address is in use already',
    before: [
      { text: `Someone, hopefully you, asked to use ${email} for another account at ${company.name}.` },
      { text: 'This address already has an account of its own, so nothing changed. One address has one account.' },
    ],
    button: { text: 'Sign in', link: links.signIn },
    after: [{ text: 'Forgot the password of this account? Set a new one here:', link: links.requestReset }],
    unexpected: 'If this wasn’t you, you can ignore this email. No one gained access.',
  }),
  'account.email-changed': ({ email, otherEmail, links, happenedAt }) => ({
    subject: 'Your email address was changed',
    before: [
      {
        text: `Your account at ${company.name} now has the address ${otherEmail} instead of ${email}. It was changed on ${formatDayAndTime(happenedAt)} New York time.`,
      },
      { text: 'If this was you, you’re all set.' },
      {
        text: `If not, undo it within ${emailUndoHours} hours: your account gets this address back, every device is signed out, and you choose a new password.`,
      },
    ],
    button: { text: 'Undo the change', link: links.secret },
    after: [{ text: ifButtonFails, link: links.secret }],
    unexpected: `Too late for the link? Call us at ${company.phone.display}.`,
  }),
  'account.email-restored': ({ email, links, happenedAt }) => ({
    subject: 'Your email address is back',
    before: [
      {
        text: `The change of your email address at ${company.name} was undone on ${formatDayAndTime(happenedAt)} New York time. Your account has the address ${email} again, and all devices were signed out.`,
      },
      { text: 'Your former password no longer works. Choose a new one: the link works once, for one hour.' },
    ],
    button: { text: 'Set a new password', link: links.secret },
    after: [
      { text: ifButtonFails, link: links.secret },
      { text: 'Link expired? Ask for a new one here:', link: links.requestReset },
    ],
    unexpected: `Can’t get in? Call us at ${company.phone.display}.`,
  }),
  'account.email-undone': ({ email, otherEmail, links, happenedAt }) => ({
    subject: 'The change of your email address was undone',
    before: [
      {
        text: `The account at ${company.name} that had the address ${email} went back to ${otherEmail} on ${formatDayAndTime(happenedAt)} New York time, by the link that we sent there. All devices were signed out.`,
      },
    ],
    button: { text: 'Sign in', link: links.signIn },
    after: [],
    unexpected: `If this is your account and you didn’t undo the change, call us at ${company.phone.display} right away.`,
  }),
  'account.invitation': ({ email, role, invitedBy, links }) => ({
    subject: 'You’re invited to the staff dashboard',
    before: [
      {
        text: `${invitedBy === null ? 'Your administrator' : safeLine(invitedBy, maxNameLength)} invited ${email} to work on estimate requests at ${company.name}, as ${roleWords(role)}.`,
      },
      { text: 'Choose a password to join. The link works once, for 72 hours.' },
    ],
    button: { text: 'Join', link: links.secret },
    after: [
      { text: ifButtonFails, link: links.secret },
      { text: 'Link expired? Ask the person who invited you for a new one.' },
    ],
    unexpected: `Don’t know what this is about? Ignore this email, or call us at ${company.phone.display}.`,
  }),
  'account.role-given': ({ email, role, links, happenedAt }) => ({
    subject: 'Your access to the staff dashboard changed',
    before: [
      {
        text: `An administrator changed the role of ${email} at ${company.name} on ${formatDayAndTime(happenedAt)} New York time. You can now work on estimate requests, as ${roleWords(role)}.`,
      },
    ],
    button: { text: 'Open the dashboard', link: links.dashboard },
    after: [
      { text: ifButtonFails, link: links.dashboard },
      { text: 'Forgot your password? Set a new one here:', link: links.requestReset },
    ],
    unexpected: `If this surprises you, call us at ${company.phone.display}.`,
  }),
  'account.took-over': ({ email, links }) => ({
    subject: 'A colleague’s open requests are yours now',
    before: [
      {
        text: `A colleague no longer works with the requests at ${company.name}. An administrator assigned their open requests to ${email}.`,
      },
    ],
    button: { text: 'Show my open requests', link: links.mine },
    after: [{ text: ifButtonFails, link: links.mine }],
    unexpected: 'Your account page has a switch for emails about assignments.',
  }),
  'account.test': ({ email, links, happenedAt }) => ({
    subject: 'Test email',
    before: [
      {
        text: `You asked for this email to ${email} at ${company.name}, on ${formatDayAndTime(happenedAt)} New York time.`,
      },
      { text: 'It arrived, so emails about requests will, too.' },
    ],
    button: { text: 'Open the dashboard', link: links.dashboard },
    after: [],
    unexpected: 'Didn’t ask for it? Then someone else is signed in as you. Set a new password.',
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

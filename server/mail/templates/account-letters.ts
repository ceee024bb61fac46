import type { AccountMailKind } from '#server/mail/account-mail.ts'
import { company } from '#shared/company.ts'
import { formatDayAndTime } from '#shared/formatting.ts'
import { type Html, html } from './html.ts'
import { buttonLink, letterHtml, paragraph } from './letter-html.ts'
import { letterText, wrapped } from './letter-text.ts'
import type { LetterContent } from './render-message.ts'

/** What the letters about an account tell of it. */
export type AccountForMail = {
  readonly address: string
  /** The addresses of our pages that the letter may lead to. */
  readonly links: {
    /** With the secret, where the kind of letter has one. */
    readonly secret: string
    readonly signIn: string
    readonly askForReset: string
  }
  /** When it happened that the letter is about. */
  readonly happenedAt: Date
}

/** One paragraph, with the address of a page after it where it has one. */
type Paragraph = { readonly words: string; readonly link?: string }

type Draft = {
  readonly subject: string
  readonly before: readonly Paragraph[]
  readonly button: { readonly words: string; readonly link: string }
  readonly after: readonly Paragraph[]
  /** What whoever did not expect the letter should know. */
  readonly unexpected: string
}

const onceAnd = 'The link works once, and for'
const somebody = 'Somebody, we hope you,'
const ifButtonFails = 'If the button does not work, copy this address into your browser:'

const drafts: Readonly<Record<AccountMailKind, (account: AccountForMail) => Draft>> = {
  'account.confirmation': ({ address, links }) => ({
    subject: 'Confirm your e-mail address',
    before: [
      { words: `${somebody} signed up at ${company.name} with the address ${address}.` },
      { words: `Please confirm that it is yours. ${onceAnd} 24 hours.` },
    ],
    button: { words: 'Confirm my address', link: links.secret },
    after: [
      { words: ifButtonFails, link: links.secret },
      { words: 'Open it in the browser in which you signed up, or have your password ready.' },
    ],
    unexpected:
      'You did not sign up? Then somebody entered your address. Ignore this message and do not open the link: without it, nobody gets an account with your address.',
  }),
  'account.exists': ({ address, links }) => ({
    subject: 'You already have an account',
    before: [
      { words: `${somebody} tried to sign up at ${company.name} with the address ${address}.` },
      { words: 'There is an account with this address already, so nothing was changed. Just sign in.' },
    ],
    button: { words: 'Sign in', link: links.signIn },
    after: [{ words: 'Forgotten your password? Here you can set a new one:', link: links.askForReset }],
    unexpected: 'It was not you? Then there is nothing to do. Whoever it was has learned nothing and got nothing.',
  }),
  'account.reset': ({ address, links }) => ({
    subject: 'Set a new password',
    before: [
      { words: `${somebody} asked for a new password for ${address} at ${company.name}.` },
      { words: `${onceAnd} one hour. With the new password, every device is signed out.` },
    ],
    button: { words: 'Set a new password', link: links.secret },
    after: [{ words: ifButtonFails, link: links.secret }],
    unexpected: 'You did not ask for it? Then ignore this message. Your password stays as it is.',
  }),
  'account.password-changed': ({ address, links, happenedAt }) => ({
    subject: 'Your password was changed',
    before: [
      {
        words: `The password of ${address} at ${company.name} was changed on ${formatDayAndTime(happenedAt)} New York time. Other devices were signed out.`,
      },
      {
        words:
          'If you did this, there is nothing more to do. If not, set a new password at once: it ends every session.',
      },
    ],
    button: { words: 'It was not me', link: links.askForReset },
    after: [{ words: ifButtonFails, link: links.askForReset }],
    unexpected: `Cannot get in? Call us at ${company.phone.display}.`,
  }),
  'account.locked': ({ address, links }) => ({
    subject: 'Your password is locked',
    before: [
      {
        words: `Too many wrong passwords in a row were tried for ${address} at ${company.name}. To keep guessers out, we take no password for it now, not even the right one.`,
      },
      { words: `Set a new one, and you can sign in again. ${onceAnd} one hour.` },
    ],
    button: { words: 'Set a new password', link: links.secret },
    after: [
      { words: ifButtonFails, link: links.secret },
      { words: 'Too late for it? Here you can ask for another:', link: links.askForReset },
    ],
    unexpected: 'It was not you? Then somebody was guessing. They did not get in.',
  }),
}

/** The letter of a kind, in both parts. */
export function accountLetter(kind: AccountMailKind, account: AccountForMail): LetterContent {
  const { subject, before, button, after, unexpected } = drafts[kind](account)
  return {
    subject: `${subject} (${company.name})`,
    text: letterText(subject, [
      ...before.map(textParagraph),
      `${button.words}:\n${button.link}`,
      // The button's own address stands above.
      ...after.filter(({ link }) => link !== button.link).map(textParagraph),
      wrapped(unexpected),
    ]),
    html: letterHtml({
      subject,
      preview: before[0]?.words ?? subject,
      heading: subject,
      body: [
        ...before.map(htmlParagraph),
        buttonLink(button.link, button.words),
        ...after.map(htmlParagraph),
        paragraph(html`<span class="quiet" style="font-size:13px;line-height:20px">${unexpected}</span>`),
      ],
    }),
  }
}

function textParagraph({ words, link }: Paragraph): string {
  return link === undefined ? wrapped(words) : `${wrapped(words)}\n${link}`
}

function htmlParagraph({ words, link }: Paragraph): Html {
  if (link === undefined) return paragraph(html`${words}`)
  return paragraph(
    html`${words}<br><a class="ink" href="${link}" style="color:inherit;font-size:14px;word-break:break-all">${link}</a>`,
  )
}

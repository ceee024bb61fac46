import { describe, expect, it } from 'vitest'
import { accountMailKinds } from '#server/mail/messages/account-mail.ts'
import { MessageRefused } from '#server/mail/messages/message.ts'
import { renderMessage } from '#server/mail/templates/render-message.ts'
import { company, licenseLine } from '#shared/company.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'
import { parsed, skeleton, visibleText } from '#tests/support/server/email-html.ts'

const appOrigin = 'https://www.builders.example'
const settings = {
  appOrigin,
  mailFrom: 'hello@builders.example',
  staffInbox: ['office@builders.example'],
  serverKey: testServerKey,
}
const token = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA'
const createdAt = new Date('2026-01-05T20:10:00.000Z')

const purposes = {
  'account.confirmation': 'confirmation',
  'account.exists': null,
  'account.reset': 'reset',
  'account.ready': null,
  'account.password-changed': null,
  'account.locked': 'reset',
  'account.app-added': null,
  'account.app-replaced': null,
  'account.app-removed': null,
  'account.passkey-added': null,
  'account.passkey-removed': null,
  'account.passkey-refused': null,
  'account.recovery-codes-made': null,
  'account.recovery-code-used': null,
  'account.second-factor-reset': null,
  'account.second-factor-locked': null,
  'account.email-change': 'email-confirm',
  'account.email-taken': null,
  'account.email-changed': 'email-undo',
  'account.email-restored': 'reset',
  'account.email-undone': null,
  'account.invitation': 'invitation',
  'account.role-given': null,
  'account.took-over': null,
  'account.test': null,
} as const

async function render(kind: (typeof accountMailKinds)[number], email = 'ada.romero@example.com') {
  const purpose = purposes[kind]
  const account = { email, otherEmail: 'ada@elsewhere.example', secret: purpose && { purpose, token } }
  return await renderMessage({ id: 'outbox-1', kind, createdAt, estimate: null, account }, settings, createdAt)
}

/** Returns both parts as running text. */
async function parts(kind: (typeof accountMailKinds)[number]): Promise<string[]> {
  const { text, html } = await render(kind)
  return [text.replace(/\s+/g, ' '), visibleText(html)]
}

describe.each(accountMailKinds)('the email %s', (kind) => {
  it('goes from the company to the account alone and names the account', async () => {
    const message = await render(kind)
    expect(message).toMatchObject({
      to: ['ada.romero@example.com'],
      from: `"${company.name}" <hello@builders.example>`,
    })
    expect(message).not.toHaveProperty('replyTo')
    for (const part of [message.text, visibleText(message.html)]) {
      expect(part).toContain('ada.romero@example.com')
      expect(part).toContain(licenseLine)
      expect(part).not.toMatch(/it was not me/i)
    }
  })

  it('links to the same pages of this site in both parts, and to nothing else', async () => {
    const { text, html } = await render(kind)
    const hrefs = [...parsed(html).querySelectorAll('[href], [src]')].map((element) => element.getAttribute('href'))
    expect(hrefs.length).toBeGreaterThan(0)
    for (const href of hrefs) expect(href).toMatch(/^https:\/\/www\.builders\.example\/(auth(\/|$)|admin(\?|$))/)
    expect(new Set(text.match(/https?:\/\/\S+/g))).toEqual(new Set(hrefs))
  })

  it('has its token only in links of its own purpose, and not in the preview of an inbox', async () => {
    const { subject, text, html, link } = await render(kind)
    const page = {
      confirmation: '/auth/confirm',
      reset: '/auth/reset',
      invitation: '/auth/reset',
      'email-confirm': '/auth/new-email',
      'email-undo': '/auth/restore-email',
    }
    const purpose = purposes[kind]
    const marker = purpose === 'invitation' ? '&purpose=invitation' : ''
    const expected = purpose && `${appOrigin}${page[purpose]}?token=${token}${marker}`
    expect(link ?? null).toBe(expected)
    const withSecret = text.match(/\S*token=\S*/g) ?? []
    expect(withSecret).toEqual(expected ? [expected] : [])
    const [preview = ''] = visibleText(html).split('\u034f')
    expect(preview).toContain('ada.romero@example.com')
    expect(`${subject}${preview}`).not.toContain(token)
  })

  it('shows the link for copying if it has a token', async () => {
    const { html } = await render(kind)
    expect(visibleText(html).includes(`?token=${token}`)).toBe(purposes[kind] !== null)
  })

  it('has a subject of one line that names the company', async () => {
    const { subject } = await render(kind)
    expect(subject).toContain(company.name)
    expect(subject.length).toBeLessThanOrEqual(150)
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
    expect(subject).not.toContain('ada.romero')
  })

  it('takes no markup from an email address', async () => {
    const expected = skeleton((await render(kind)).html)
    for (const email of ["o'hara&lt@example.com", '&amp@example.com', "'style='x'@a.example"]) {
      const { html } = await render(kind, email)
      expect(skeleton(html)).toEqual(expected)
      expect(visibleText(html)).toContain(email)
    }
  })

  it.each(['a@b.example\r\nBcc: x@evil.example', 'a@b.example,x@evil.example', '"a" <a@b.example>', 'nobody'])(
    'is refused for the recipient %j, which is not exactly one mailbox',
    async (email) => {
      await expect(render(kind, email)).rejects.toThrow(MessageRefused)
    },
  )
})

it.each([
  ['account.confirmation', '24 hours'],
  ['account.reset', 'one hour'],
  ['account.locked', 'one hour'],
  ['account.email-change', '24 hours'],
  ['account.email-changed', '72 hours'],
  ['account.email-restored', 'one hour'],
] as const)('the email %s says that its link expires after %s', async (kind, lifetime) => {
  for (const part of await parts(kind)) expect(part).toContain(lifetime)
})

it.each(['account.password-changed', 'account.ready'] as const)(
  'the email %s says when the password was set, in New York time',
  async (kind) => {
    for (const part of await parts(kind)) expect(part).toContain('Mon, Jan 5, 3:10 PM New York time')
  },
)

it('the email about a first password does not call it a change', async () => {
  const { subject } = await render('account.ready')
  expect(subject).toBe(`Your account is ready (${company.name})`)
  for (const part of [subject, ...(await parts('account.ready'))]) expect(part).not.toMatch(/chang/i)
})

it('the email about a repeated sign-up says that nobody gained access', async () => {
  for (const part of await parts('account.exists'))
    expect(part).toContain('If this wasn’t you, you can ignore this email. No one gained access.')
})

it.each(['account.email-change', 'account.email-taken'] as const)(
  'the email %s to an address that may be mistyped names no other address',
  async (kind) => {
    for (const part of await parts(kind)) expect(part).not.toContain('ada@elsewhere.example')
  },
)

it.each(['account.email-changed', 'account.email-undone'] as const)(
  'the email %s names both addresses of the change, and its time',
  async (kind) => {
    for (const part of await parts(kind)) {
      expect(part).toContain('ada@elsewhere.example')
      expect(part).toContain('Mon, Jan 5, 3:10 PM New York time')
    }
  },
)

it('refuses an email about an account that no longer exists', async () => {
  const orphan = { id: 'x', kind: 'account.reset', createdAt, estimate: null, account: null }
  await expect(renderMessage(orphan, settings, createdAt)).rejects.toThrow(MessageRefused)
})

describe('an invitation', () => {
  async function invite(account: { readonly role: string; readonly invitedBy: string | null }) {
    const secret = { purpose: 'invitation', token } as const
    const kind = 'account.invitation'
    const message = { id: 'outbox-1', kind, createdAt, estimate: null }
    const { text } = await renderMessage(
      { ...message, account: { email: 'ada.romero@example.com', secret, ...account } },
      settings,
      createdAt,
    )
    return text.replace(/\s+/g, ' ')
  }

  it('says who invites, and as what', async () => {
    const text = await invite({ role: 'admin', invitedBy: 'Ana\u202e Ruiz' })
    expect(text).toContain(
      `Ana Ruiz invited ada.romero@example.com to work on estimate requests at ${company.name}, as an administrator.`,
    )
    expect(await invite({ role: 'staff', invitedBy: null })).toMatch(
      /Your administrator invited .*, as a staff member\./,
    )
  })
})

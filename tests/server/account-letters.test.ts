import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'
import { accountMailKinds } from '#server/mail/account-mail.ts'
import { MessageRefused } from '#server/mail/message.ts'
import { renderMessage } from '#server/mail/templates/render-message.ts'
import { company, licenseLine } from '#shared/company.ts'

const appOrigin = 'https://www.builders.example'
const settings = { appOrigin, mailFrom: 'hello@builders.example', staffInbox: ['office@builders.example'] }
const token = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA'
const createdAt = new Date('2026-01-05T20:10:00.000Z')

const purposes = {
  'account.confirmation': 'confirmation',
  'account.exists': null,
  'account.reset': 'reset',
  'account.password-changed': null,
  'account.locked': 'reset',
} as const

function render(kind: (typeof accountMailKinds)[number], address = 'ada.romero@example.com') {
  const purpose = purposes[kind]
  const account = { address, secret: purpose && { purpose, token } }
  return renderMessage({ id: 'outbox-1', kind, createdAt, estimate: null, account }, settings)
}

function parsed(html: string) {
  return new new Window().DOMParser().parseFromString(html, 'text/html')
}

function skeleton(html: string): string[] {
  return [...parsed(html).querySelectorAll('*')].map((element) => {
    const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`)
    return `${element.tagName} ${attributes.join(' ')}`
  })
}

function visibleText(html: string): string {
  return (parsed(html).body.textContent ?? '').replace(/\s+/g, ' ')
}

describe.each(accountMailKinds)('the letter %s', (kind) => {
  it('goes to its address alone, from the company, and says which address it is about', () => {
    const message = render(kind)
    expect(message).toMatchObject({
      to: ['ada.romero@example.com'],
      from: `"${company.name}" <hello@builders.example>`,
    })
    expect(message).not.toHaveProperty('replyTo')
    for (const part of [message.text, visibleText(message.html)]) {
      expect(part).toContain('ada.romero@example.com')
      expect(part).toContain(licenseLine)
    }
  })

  it('leads to pages of this site and nowhere else, to the same ones in both parts', () => {
    const { text, html } = render(kind)
    const hrefs = [...parsed(html).querySelectorAll('[href], [src]')].map((element) => element.getAttribute('href'))
    expect(hrefs.length).toBeGreaterThan(0)
    for (const href of hrefs) expect(href).toMatch(/^https:\/\/www\.builders\.example\/auth(\/|$)/)
    expect(new Set(text.match(/https?:\/\/\S+/g))).toEqual(new Set(hrefs))
  })

  it('has its secret in links of its own purpose only, and not where an inbox shows the first words', () => {
    const { subject, text, html, link } = render(kind)
    const page = { confirmation: '/auth/confirm', reset: '/auth/reset' }
    const purpose = purposes[kind]
    const expected = purpose && `${appOrigin}${page[purpose]}?token=${token}`
    expect(link ?? null).toBe(expected)
    const withSecret = text.match(/\S*token=\S*/g) ?? []
    expect(withSecret).toEqual(expected ? [expected] : [])
    const [preview = ''] = visibleText(html).split('\u034f')
    expect(`${subject}${preview}`).not.toContain(token)
  })

  it('shows the link to copy, where there is a button with a secret', () => {
    const { html } = render(kind)
    expect(visibleText(html).includes(`?token=${token}`)).toBe(purposes[kind] !== null)
  })

  it('has a subject of one line that names the company', () => {
    const { subject } = render(kind)
    expect(subject).toContain(company.name)
    expect(subject.length).toBeLessThanOrEqual(150)
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
    expect(subject).not.toContain('ada.romero')
  })

  it('takes no markup from an address', () => {
    const expected = skeleton(render(kind).html)
    for (const address of ["o'hara&lt@example.com", '&amp@example.com', "'style='x'@a.example"]) {
      const { html } = render(kind, address)
      expect(skeleton(html)).toEqual(expected)
      expect(visibleText(html)).toContain(address)
    }
  })

  it.each(['a@b.example\r\nBcc: x@evil.example', 'a@b.example,x@evil.example', '"a" <a@b.example>', 'nobody'])(
    'goes to nobody unless the address is exactly one mailbox: %j',
    (address) => {
      expect(() => render(kind, address)).toThrow(MessageRefused)
    },
  )
})

it.each([
  ['account.confirmation', '24 hours'],
  ['account.reset', 'one hour'],
  ['account.locked', 'one hour'],
] as const)('the letter %s says how long its link is good', (kind, words) => {
  const { text, html } = render(kind)
  for (const part of [text.replace(/\s+/g, ' '), visibleText(html)]) expect(part).toContain(words)
})

it('the letter about a changed password says when, in New York time', () => {
  const { text, html } = render('account.password-changed')
  for (const part of [text.replace(/\s+/g, ' '), visibleText(html)])
    expect(part).toContain('Mon, Jan 5, 3:10 PM New York time')
})

it('a letter about an account that is gone is refused', () => {
  const orphan = { id: 'x', kind: 'account.reset', createdAt, estimate: null, account: null }
  expect(() => renderMessage(orphan, settings)).toThrow(MessageRefused)
})

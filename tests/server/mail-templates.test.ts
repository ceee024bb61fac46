import { describe, expect, it } from 'vitest'
import type { EmailedEstimate } from '#server/mail/messages/claimed-message.ts'
import { MessageRefused } from '#server/mail/messages/message.ts'
import { requestPath } from '#server/mail/messages/request-link.ts'
import { renderMessage } from '#server/mail/templates/render-message.ts'
import { company, licenseLine } from '#shared/company.ts'
import { storedAnswers } from '#shared/estimates/answers.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'
import { answers } from '#tests/support/estimates/answers.ts'
import { parsed, skeleton, visibleText } from '#tests/support/server/email-html.ts'

const settings = {
  appOrigin: 'https://www.builders.example',
  mailFrom: 'hello@builders.example',
  staffInbox: ['office@builders.example', 'owner@builders.example'],
  serverKey: testServerKey,
}

const benign: EmailedEstimate = {
  id: '019b8f7e-0000-7000-8000-000000000001',
  reference: 'K7Q2M4XW',
  ...storedAnswers(answers),
  squareFootage: 1180,
  specificRequirements: 'Freight elevator only\nbefore 4 PM.',
  createdAt: new Date('2026-01-05T20:10:00.000Z'),
  dueAt: new Date('2026-01-06T20:10:00.000Z'),
  formVerified: true,
}

async function render(kind: string, overrides: Partial<EmailedEstimate> = {}, now = benign.createdAt) {
  const estimate = { ...benign, ...overrides }
  const message = { id: 'outbox-1', kind, createdAt: estimate.createdAt, estimate, account: null }
  return await renderMessage(message, settings, now)
}

/** The visitor's own page. */
const page = `https://www.builders.example${requestPath(testServerKey, benign.id)}`

/** What links lead to, and their texts. */
const links = (html: string) =>
  [...parsed(html).querySelectorAll('[href], [src]')].map((element) => [
    element.getAttribute('href'),
    element.textContent,
  ])

const bothKinds = ['estimate.staff', 'estimate.visitor'] as const

it('the email to the staff goes to the staff inbox, and replies go to the visitor', async () => {
  expect(await render('estimate.staff')).toMatchObject({
    id: 'outbox-1',
    to: ['office@builders.example', 'owner@builders.example'],
    from: `"${company.name}" <hello@builders.example>`,
    replyTo: 'ada.romero@example.com',
  })
})

it('the email to the staff has every field unabridged in both parts, with labels in place of stored values', async () => {
  const long = `${'A wish. '.repeat(249)}The end`
  const { text, html } = await render('estimate.staff', { projectDescription: long })
  const everything = [
    ...['Ada Romero', 'ada.romero@example.com', '(718) 555-0110', 'Kitchen Remodel', 'Condo', '1,180 sq ft'],
    ...['Astoria, NY 11102', '1-2 Months', '$50,000 - $100,000'],
    long,
    'K7Q2M4XW',
  ]
  for (const value of everything) {
    expect(text).toContain(value)
    expect(visibleText(html)).toContain(value)
  }
})

it('the email to the staff says when the estimate was submitted and when the answer is due, in New York time', async () => {
  const { text, html } = await render('estimate.staff')
  for (const part of [text.replace(/ +/g, ' '), visibleText(html)]) {
    expect(part).toMatch(/Submitted ?Mon, Jan 5, 3:10 PM New York time/)
    expect(part).toMatch(/Respond by ?Tue, Jan 6, 3:10 PM New York time/)
    expect(part).not.toContain('We promised')
  }
})

it('the email to the staff names what the visitor was promised if that is well before the deadline, and to come', async () => {
  const night = { createdAt: new Date('2026-01-06T04:00:00.000Z'), dueAt: new Date('2026-01-07T04:00:00.000Z') }
  const { text, html } = await render('estimate.staff', night, night.createdAt)
  for (const part of [text.replace(/ +/g, ' '), visibleText(html)]) {
    expect(part).toMatch(/Respond by ?Tue, Jan 6, 11:00 PM New York time/)
    expect(part).toMatch(/We promised ?Tue, Jan 6, 7:00 PM New York time/)
  }
  const late = await render('estimate.staff', night, new Date('2026-01-07T00:00:00.000Z'))
  expect(late.text).not.toContain('We promised')
})

it('the email to the staff links to the visitor’s phone number and the page of the estimate, and nowhere else', async () => {
  const page = `https://www.builders.example/admin/estimates/${benign.id}`
  const { text, html, link } = await render('estimate.staff')
  expect(link).toBe(page)
  expect(links(html)).toEqual([
    ['tel:+17185550110', 'Call (718) 555-0110'],
    [page, 'Open the request'],
  ])
  expect(text.match(/https?:\/\/\S+/g)).toEqual([page])
})

it.each([
  ['7185550110 x4', 'tel:+17185550110;ext=4', 'Call (718) 555-0110 ext. 4'],
  ['mornings: 718 555 0110', 'tel:+17185550110', 'Call mornings: 718 555 0110'],
  ['<b>+44 20 7946 0958"', 'tel:+442079460958', 'Call <b>+44 20 7946 0958"'],
])('the email to the staff calls %s by %s', async (phone, href, label) => {
  expect(links((await render('estimate.staff', { phone })).html)[0]).toEqual([href, label])
})

it.each([null, 'ask my office', 'javascript:alert()'])(
  'the email to the staff has no button to call %s',
  async (phone) => {
    expect(links((await render('estimate.staff', { phone })).html).map(([, label]) => label)).toEqual([
      'Open the request',
    ])
  },
)

it('the preview of the email to the staff names the type, place and budget of the project', async () => {
  const { html } = await render('estimate.staff')
  expect(visibleText(html)).toMatch(
    /^ ?Kitchen Remodel · Astoria, NY 11102 · \$50,000 - \$100,000\. Respond by Tue, Jan 6/,
  )
})

it('the email to the staff says URGENT only if the estimate is urgent', async () => {
  const urgent = await render('estimate.staff', { urgent: true })
  for (const part of [urgent.subject, urgent.text, urgent.html]) expect(part).toContain('URGENT')
  const calm = await render('estimate.staff')
  for (const part of [calm.subject, calm.text, calm.html]) expect(part).not.toContain('URGENT')
})

it('the email to the staff shows an unknown option unchanged, and names the empty fields in one line at the end', async () => {
  const { text, html } = await render('estimate.staff', { projectType: 'moon-base', phone: null, squareFootage: null })
  expect(text).toMatch(/Project type +moon-base/)
  for (const part of [text, visibleText(html)]) {
    expect(part).toContain('Not given: phone number, square footage. Not urgent.')
    expect(part.match(/phone number|square footage|urgent/gi)).toHaveLength(3)
  }
})

it('the email to the staff says when the visitor would like to be called', async () => {
  const { text } = await render('estimate.staff', { bestTime: 'evening' })
  expect(text).toMatch(/Best time to call +Evening/)
})

it('the email to the staff has no line of empty fields when there are none', async () => {
  const { text, html } = await render('estimate.staff', { urgent: true })
  for (const part of [text.replace(/ +/g, ' '), visibleText(html)]) {
    expect(part).toMatch(/Urgent project ?Yes/)
    expect(part).not.toMatch(/Not given|Not urgent/)
  }
})

it('the email to the visitor leaves out what was not answered', async () => {
  const empty = { phone: null, squareFootage: null, specificRequirements: null }
  const { text, html } = await render('estimate.visitor', empty)
  for (const part of [text, visibleText(html)])
    expect(part).not.toMatch(/Not given|Phone number|Square footage|requirements|Urgent/)
})

it('the email to the visitor goes to the visitor alone, and replies go to the first address of the staff inbox', async () => {
  const message = await render('estimate.visitor')
  expect(message).toMatchObject({
    to: ['ada.romero@example.com'],
    from: `"${company.name}" <hello@builders.example>`,
    replyTo: 'office@builders.example',
  })
  expect(message.subject).toBe('We received your estimate request (K7Q2M4XW)')
})

it('the email to the visitor says when the company will call, repeats the answers, and has the phone and license number in both parts', async () => {
  const { text, html } = await render('estimate.visitor')
  for (const part of [text.replace(/\s+/g, ' '), visibleText(html)]) {
    expect(part).toContain('we will contact you by tomorrow (Tue, Jan 6), 3 PM New York time')
    expect(part).toContain('A detailed estimate follows within 2-3 business days after we talk.')
    for (const value of ['K7Q2M4XW', 'Kitchen Remodel', '1,180 sq ft', 'Astoria, NY 11102', 'The window stays.']) {
      expect(part).toContain(value)
    }
    expect(part).toContain(company.phone.display)
    expect(part).toContain(licenseLine)
  }
  expect(text).toContain('we will contact you by tomorrow (Tue, Jan 6), 3 PM New York time')
})

it('the email to the visitor quotes only choices and a short name when no valid token of the form came', async () => {
  const typed = { phone: '(212) 555-0177', location: 'Buy at Astoria', projectDescription: 'A long advertisement' }
  const unverified = { ...typed, specificRequirements: 'More of it', formVerified: false }
  const shown = async (overrides: Partial<EmailedEstimate>) => {
    const { text, html } = await render('estimate.visitor', { ...unverified, ...overrides })
    return [text, visibleText(html)]
  }
  for (const part of await shown({ name: 'Ada Romero' })) {
    for (const value of ['Dear Ada Romero,', 'Kitchen Remodel', '1,180 sq ft', 'K7Q2M4XW', company.phone.display])
      expect(part).toContain(value)
    for (const value of [...Object.values(typed), 'More of it']) expect(part).not.toContain(value)
  }
  for (const name of ['Win $1,000: call 555-0100', 'x'.repeat(41), 'spam@win.example'])
    for (const part of await shown({ name })) {
      expect(part).toContain('Hello,')
      expect(part).not.toContain(name)
    }
  for (const part of await shown({ formVerified: true })) expect(part).toContain('A long advertisement')
})

it('the email to the visitor links to the page of the request, unless no valid token of the form came', async () => {
  const { text, html } = await render('estimate.visitor')
  expect(text).toContain(`\n\nSee your request:\n${page}\n\n`)
  expect(links(html)).toContainEqual([page, 'See your request'])
  const unverified = await render('estimate.visitor', { formVerified: false })
  expect(unverified.text + unverified.html).not.toMatch(/See your request|\/request\//)
  const toStaff = await render('estimate.staff')
  expect(toStaff.text + toStaff.html).not.toContain('/request/')
})

it('D2 the visitor’s email links to the company phone and the page of the request only, and email programs find nothing else to turn into a link', async () => {
  const bait = 'Pay at http://evil.example/x or www.evil.example, or ask boss@evil.example. 1.5 baths, 3:10 PM'
  const { text, html } = await render('estimate.visitor', {
    name: 'evil.example',
    projectDescription: bait,
    location: bait,
  })
  expect(links(html)).toEqual([
    [page, 'See your request'],
    [company.phone.href, company.phone.display],
  ])
  for (const part of [text.replace(page, ''), visibleText(html)]) {
    expect(part).not.toMatch(/https?:\/\/|www\.evil|evil\.example|boss@evil/)
    expect(part).toContain('1.5 baths, 3:10 PM')
    expect(part.replaceAll('\u200b', '')).toContain(bait)
  }
})

describe('text from a visitor', () => {
  const payloads = [
    ...['<a href=//evil.example>click</a>', '</td></tr></table><img src=x onerror=alert(1)>'],
    ...['"><script>alert(1)</script>', "' style='position:fixed", '<!-- <style>*{display:none}</style>'],
    ...['&lt;b&gt; &amp; &#60;i&#62;', '<![endif]--><iframe srcdoc="x">', '\u202egnp.exe\u202c \u2066isolated\u2069'],
    ...['seen\u{e0041}\u{e0042}', '{{constructor}} %0a \\u003cb\\u003e'],
  ]

  it.each(bothKinds)('D2 a visitor’s text adds no element and no attribute to the HTML of %s', async (kind) => {
    const expected = skeleton((await render(kind)).html)
    expect(expected.length).toBeGreaterThan(50)
    for (const payload of payloads) {
      const phone = `${payload} ${benign.phone}`
      const fields = { name: payload, phone, location: payload, timeline: payload, budgetRange: payload }
      const more = { projectType: payload, propertyType: payload, reference: payload }
      const long = { projectDescription: `${payload}\n${payload}`, specificRequirements: `${payload}\n.` }
      expect(skeleton((await render(kind, { ...fields, ...more, ...long })).html)).toEqual(expected)
    }
  })

  it('D2 shows a visitor’s text unchanged, apart from deceptive characters', async () => {
    const wish = 'Use <b>oak</b> & "brass" — 5\' wide\nكلام ✓'
    const { text, html } = await render('estimate.staff', {
      projectDescription: wish,
      name: 'Ada\u202e Ro\u0007me\u{e0041}ro',
    })
    expect(visibleText(html)).toContain('Use <b>oak</b> & "brass" — 5\' wide')
    expect(text).toContain('  Use <b>oak</b> & "brass" — 5\' wide\n  كلام ✓')
    for (const part of [text, html]) {
      expect(part).toContain('Ada Romero')
      expect(part).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u)
    }
  })

  it('keeps the line breaks of a visitor’s text in both parts', async () => {
    const { text, html } = await render('estimate.staff', { projectDescription: 'one\r\ntwo\n\nfour' })
    expect(text).toContain('Project description:\n  one\n  two\n\n  four\n')
    expect(html).toContain('one<br/>two<br/><br/>four')
  })

  it('D2 a field of one line cannot forge lines of the text part', async () => {
    const { text } = await render('estimate.staff', { name: 'Ada\nRespond by   never' })
    expect(text).not.toMatch(/^Respond by {3}never/m)
  })

  it.each(bothKinds)(
    'D2 the subject of %s stays one line of at most 150 characters, whatever a visitor enters',
    async (kind) => {
      for (const payload of [...payloads, 'x\r\nBcc: victim@evil.example', 'a\u2028b\u0085c\u0000d', '🏠'.repeat(60)]) {
        const { subject } = await render(kind, { name: payload, location: payload.repeat(3), urgent: true })
        expect(subject.length).toBeLessThanOrEqual(150)
        expect(subject.isWellFormed()).toBe(true)
        expect(subject).not.toMatch(
          /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u,
        )
      }
    },
  )

  it('D3 puts nothing of a visitor into headers but the email address in Reply-To or To', async () => {
    for (const kind of bothKinds) {
      const { to, from, replyTo } = await render(kind, { name: 'Zed <zed@evil.example>' })
      expect(JSON.stringify({ to, from, replyTo })).not.toContain('Zed')
    }
  })

  it.each([
    ['r&d=x?{y}|z@mail.example', 'r&d=x?{y}|z@mail.example'],
    ['ada@Müller.example', 'ada@xn--mller-kva.example'],
  ])('D3 writes to %s as %s', async (email, mailbox) => {
    expect(await render('estimate.visitor', { email })).toMatchObject({ to: [mailbox] })
    const { replyTo, text } = await render('estimate.staff', { email })
    expect(replyTo).toBe(mailbox)
    expect(text).toContain(email)
    expect(text).toContain('Replies to this email go to the visitor.')
  })

  it('an address that a mail service may refuse cannot stop the email to the staff', async () => {
    const email = 'josé@müller.example'
    expect(await render('estimate.visitor', { email })).toMatchObject({ to: ['josé@xn--mller-kva.example'] })
    const message = await render('estimate.staff', { email })
    expect(message).not.toHaveProperty('replyTo')
    for (const part of [message.text.replace(/\s+/g, ' '), visibleText(message.html)]) {
      expect(part).toContain(email)
      expect(part).toContain('Replies to this email do not reach the visitor; please write to the address above.')
    }
  })

  it('D2 an address that looks like a page becomes no link to it', async () => {
    const { text, html } = await render('estimate.visitor', { email: 'evil.example/x@mail.example' })
    for (const part of [text, visibleText(html)]) expect(part).not.toContain('evil.example/x')
  })

  it.each([
    'a@xn--ü.example',
    'a@b.example\r\nBcc: x@evil.example',
    'a@b.example,x@evil.example',
    '"a" <a@b.example>',
    'a@b@c',
    'nobody',
  ])('D3 refuses %j as a recipient, because it is not exactly one mailbox', async (email) => {
    expect(await render('estimate.staff', { email })).not.toHaveProperty('replyTo')
    await expect(render('estimate.visitor', { email })).rejects.toThrow(MessageRefused)
  })
})

it('refuses a message of an unknown kind or without its estimate', async () => {
  await expect(render('estimate.telegram')).rejects.toThrow(MessageRefused)
  const orphan = { id: 'x', kind: 'estimate.staff', createdAt: new Date(), estimate: null, account: null }
  await expect(renderMessage(orphan, settings, new Date())).rejects.toThrow(MessageRefused)
})

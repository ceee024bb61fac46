import { expect, it } from 'vitest'
import type { EmailedEstimate } from '#server/mail/messages/claimed-message.ts'
import { requestPath } from '#server/mail/messages/request-link.ts'
import { renderMessage } from '#server/mail/templates/render-message.ts'
import { company } from '#shared/company.ts'
import { storedAnswers } from '#shared/estimates/answers.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'
import { answers } from '#tests/support/estimates/answers.ts'
import { parsed, visibleText } from '#tests/support/server/email-html.ts'

const appOrigin = 'https://www.builders.example'
const settings = {
  ...{ appOrigin, mailFrom: 'hello@builders.example', staffInbox: ['office@builders.example'] },
  serverKey: testServerKey,
}
const now = new Date('2026-01-05T23:00:00.000Z')
const estimate: EmailedEstimate = {
  ...{ id: '019b8f7e-0000-7000-8000-000000000001', reference: 'K7Q2M4XW', createdAt: now, formVerified: true },
  ...{ ...storedAnswers(answers), dueAt: null },
}
const visit = {
  ...{ id: 'v', startsAt: new Date('2026-01-06T15:00:00.000Z'), endsAt: new Date('2026-01-06T16:30:00.000Z') },
  ...{ place: '12 Elm St, Troy', sequence: 1, calledOffAt: null },
}
const page = `${appOrigin}${requestPath(testServerKey, estimate.id)}`
const render = (assigneeName: string | null) =>
  renderMessage(
    {
      ...{ id: 'outbox-1', kind: 'visit.reminder', createdAt: now, estimate, account: null },
      visit: { kind: 'visit.reminder', news: 'tomorrow', visit, assigneeName },
    },
    settings,
    now,
  )

it('the reminder of a visit has its time and place, who comes, the number to call, and the link, but no entry', async () => {
  const mail = await render('Max Weber')
  expect(mail).toMatchObject({
    ...{ to: ['ada.romero@example.com'], replyTo: 'office@builders.example' },
    subject: 'Our visit tomorrow: Tue, Jan 6, 10:00 AM–11:30 AM (K7Q2M4XW)',
  })
  expect(mail).not.toHaveProperty('calendar')
  for (const part of [mail.text, visibleText(mail.html)]) {
    const words = part.replaceAll('\u200b', '').replace(/\s+/g, ' ')
    for (const said of ['We will visit you tomorrow.', '10:00 AM–11:30 AM', '12 Elm St, Troy', company.phone.display])
      expect(words).toContain(said)
    expect(words).toMatch(/Who comes:?\s?Max/)
    expect(words).not.toContain('Weber')
  }
  expect(mail.text).toContain(page)
  expect([...parsed(mail.html).querySelectorAll('[href]')].map((each) => each.getAttribute('href'))).toEqual([
    company.phone.href,
    page,
  ])
})

it('the reminder of a visit says nothing of who comes while nobody goes', async () => {
  expect((await render(null)).text).not.toContain('Who comes')
})

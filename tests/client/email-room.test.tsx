import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { MailState } from '#client/lib/api.ts'
import { firstDraft } from '#shared/company-draft.ts'
import { dataAnswer, errorAnswer, refusal } from '#tests/support/client/fake-api.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'

const testId = '018f0000-0000-7000-8000-000000000002'
const at = '2026-01-05T19:14:00.000Z'
const calm: MailState = {
  route: { kind: 'postmark' },
  from: 'hello@builders.example',
  waiting: 0,
  pausedUntil: null,
  lastSent: { to: 'visitor', at, isFile: false },
  trouble: null,
  test: null,
}
const trouble: NonNullable<MailState['trouble']> = {
  to: 'account',
  problem: 'The mail service refuses the sender.',
  cure: 'Set MAIL_FROM.',
  reason: 'code 400',
  isOfRecipient: false,
  nextTryAt: at,
  failedAt: null,
}

describe('the room about email', () => {
  const api = staffApi('/admin/company', { role: 'admin', email: 'owner@builders.example' })
  const desk = { draft: firstDraft(), revision: 1, changedBy: null, changedAt: null, isPublished: true, versions: [] }
  beforeEach(() => api.answerTo('company.read', dataAnswer(desk)))
  /** What the page reads before and after the press. */
  const answer = (before: Partial<MailState>, test: MailState['test'] = null) => {
    api.answerTo('installation.mailState', (input) =>
      dataAnswer({ ...calm, ...before, test: input.testId ? test : null }),
    )
    api.answerTo('notifications.sendTest', dataAnswer({ id: testId, to: 'owner@builders.example' }))
  }
  const facts = async () => {
    await screen.findByText('Sending')
    return [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  }

  it('says how emails go out, how the last one went, and how many wait', async () => {
    answer({ waiting: 1_200, route: { kind: 'smtp', host: 'smtp.gmail.com' } })
    await renderSite('/admin/company?room=email')
    expect(await facts()).toEqual([
      'SendingBy the mail server smtp.gmail.com',
      'Fromhello@builders.example',
      'Last emailMon, Jan 5, 2:14 PM, sent, to a visitor',
      'Waiting1,200',
    ])
    expect(screen.queryByText(/paused/)).toBeNull()
  })

  it('sends a test email, and follows it until it has left', async () => {
    answer({}, { sent: null, trouble: null })
    const { user } = await renderSite('/admin/company?room=email')
    await user.click(await screen.findByRole('button', { name: 'Send me a test email' }))
    expect(await screen.findByText('On its way…')).toBeTruthy()
    answer({}, { sent: { to: 'account', at, isFile: false }, trouble: null })
    expect(await screen.findByText('Sent at 2:14 PM. Look in your inbox.', {}, { timeout: 5_000 })).toBeTruthy()
  })

  it('shows the problem and the cure, and until when sending is paused', async () => {
    answer({ trouble, pausedUntil: '2026-01-05T19:24:00.000Z' }, { sent: null, trouble })
    const { user } = await renderSite('/admin/company?room=email')
    expect(await screen.findByText(/^Sending is paused until 2:24 PM/)).toBeTruthy()
    expect(screen.getByText('An email about an account hasn’t left yet')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Send me a test email' }))
    await screen.findByText('Not sent yet.')
    // It is said once.
    expect(screen.getByText('The mail service refuses the sender.').parentElement?.textContent).toContain(
      'Set MAIL_FROM.',
    )
    expect(screen.getByText('Next try at 2:14 PM.')).toBeTruthy()
  })

  it('says of what failed that it is not tried again', async () => {
    answer({ trouble: { ...trouble, to: 'visitor', nextTryAt: null, failedAt: at } })
    await renderSite('/admin/company?room=email')
    expect(await screen.findByText('An email to a visitor couldn’t be sent')).toBeTruthy()
    expect(screen.getByText('It isn’t tried again.')).toBeTruthy()
    expect(screen.getByText('Failed Mon, Jan 5, 2:14 PM: code 400')).toBeTruthy()
  })

  it('says that a test email waits while sending is paused', async () => {
    answer({ pausedUntil: '2026-01-05T19:24:00.000Z' }, { sent: null, trouble: null })
    const { user } = await renderSite('/admin/company?room=email')
    await user.click(await screen.findByRole('button', { name: 'Send me a test email' }))
    expect(await screen.findByText('It waits until sending goes on at 2:24 PM.')).toBeTruthy()
  })

  it('says that the limit is reached', async () => {
    answer({})
    api.answerTo('notifications.sendTest', refusal('too_many_attempts', 429, 'Try again in 40 minutes.'))
    const { user } = await renderSite('/admin/company?room=email')
    await user.click(await screen.findByRole('button', { name: 'Send me a test email' }))
    expect(await screen.findByText('Test Email Not Sent')).toBeTruthy()
    expect(screen.queryByText('On its way…')).toBeNull()
  })

  it('says that emails are saved to files, and what the button does then', async () => {
    answer({ route: { kind: 'files' }, lastSent: null }, { sent: { to: 'account', at, isFile: true }, trouble: null })
    const { user } = await renderSite('/admin/company?room=email')
    expect(await facts()).toContain('Last emailNone yet')
    expect(screen.getByText(/to set|POSTMARK_SERVER_TOKEN/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save a test email to a file' }))
    expect(await screen.findByText(/^Saved at 2:14 PM\. It is a file/)).toBeTruthy()
  })

  it('has nothing to save', async () => {
    answer({})
    await renderSite('/admin/company?room=email')
    await facts()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  it('says that the state could not be loaded, and loads it again', async () => {
    api.answerTo('installation.mailState', errorAnswer('INTERNAL_SERVER_ERROR', 500))
    const { user } = await renderSite('/admin/company?room=email')
    await screen.findByText('We couldn’t load the state of email')
    answer({})
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await facts()).toContain('Waiting0')
  })
})

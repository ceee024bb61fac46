import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { CalendarFeed } from '#shared/calendar-feed.ts'
import { button } from '#tests/support/client/controls.ts'
import { dataAnswer, errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { nudgeSettings } from '#tests/support/client/nudge-settings.ts'
import { pageApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { signIn } from '#tests/support/client/sign-in.ts'

const api = pageApi('/account')
let stored: CalendarFeed
let made: number

beforeEach(() => {
  stored = { hasKey: true, url: null }
  made = 0
  api.answerTo('notifications.settings', dataAnswer(nudgeSettings))
  api.answerTo('calendar.feed', () => dataAnswer(stored))
  api.answerTo('calendar.setFeed', ({ on }) => {
    made += 1
    stored = { hasKey: true, url: on ? `https://hartwell.example/calendar/${made}.ics` : null }
    return dataAnswer(stored)
  })
})
async function openAccount() {
  await signIn(api, { role: 'staff' })
  return await renderSite('/account')
}

const address = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Address' })

it('an address is made, copied, replaced and switched off', async () => {
  const { user } = await openAccount()
  await user.click(await screen.findByRole('button', { name: 'Make an address' }))
  expect((await address()).value).toBe('https://hartwell.example/calendar/1.ics')
  await user.click(button('Copy'))
  expect(await navigator.clipboard.readText()).toBe('https://hartwell.example/calendar/1.ics')
  await user.click(button('New address'))
  await waitFor(async () => expect((await address()).value).toBe('https://hartwell.example/calendar/2.ics'))
  await user.click(button('Switch off'))
  expect(await screen.findByRole('button', { name: 'Make an address' })).toBeTruthy()
  expect(inputsOf(api, 'calendar.setFeed')).toEqual([{ on: true }, { on: true }, { on: false }])
})

it('without the key there is none, and the section says why', async () => {
  stored = { hasKey: false, url: null }
  await openAccount()
  expect(await screen.findByText('The server has no key that addresses follow from (SECRETS_KEY).')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Make an address' })).toBeNull()
})

it('an address that does not load is loaded again by a press', async () => {
  api.answerTo('calendar.feed', errorAnswer('FORBIDDEN', 403))
  const { user } = await openAccount()
  expect(await screen.findByText('We couldn’t load your calendar’s address.')).toBeTruthy()
  api.answerTo('calendar.feed', dataAnswer(stored))
  await user.click(button('Retry'))
  expect(await screen.findByRole('button', { name: 'Make an address' })).toBeTruthy()
})

import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { saveDelayMs } from '#client/features/estimate-form/draft-autosave.ts'
import { createFormToken } from '#client/features/estimate-form/form-token.ts'
import { draftKey } from '#client/lib/device-storage.ts'
import { emptyForm } from '#client/lib/estimate-values.ts'
import { dayMs } from '#shared/durations.ts'
import { expectConsole } from '#tests/support/client/console-watch.ts'
import { field } from '#tests/support/client/controls.ts'
import { apiOfEachTest, savedDraft, submitButton } from '#tests/support/client/estimate-page.ts'
import { dataAnswer, errorAnswer } from '#tests/support/client/fake-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'

const api = apiOfEachTest()

const whole = {
  ...emptyForm,
  name: 'Ada Romero',
  email: 'ada@example.com',
  projectType: 'kitchen-remodel',
  location: 'Astoria, NY',
  timeline: 'asap',
  budgetRange: '25k-50k',
}

function keepDraft(more = {}): void {
  localStorage.setItem(draftKey, JSON.stringify({ version: 1, savedAt: Date.now(), values: whole, ...more }))
}

async function sent(user: UserEvent) {
  await user.click(submitButton())
  await screen.findByRole('heading', { name: 'Thank You!' })
  return api.calls.at(-1)?.input
}

const answerWithToken = () => api.answerTo('estimates.openForm', dataAnswer({ token: 'a-token' }))

afterEach(() => vi.useRealTimers())

describe('the form-start token', () => {
  it('the token is fetched once, at the first input', async () => {
    const { user } = await renderSite('/estimate')
    expect(api.opened()).toEqual([])
    await user.type(field('Full Name'), 'Ada Romero')
    await waitFor(() => expect(api.opened()).toHaveLength(1))
    await user.type(field('Project Location'), 'Astoria')
    expect(api.opened()).toHaveLength(1)
  })

  it('the token is stored with the draft and sent after a reload', async () => {
    answerWithToken()
    const first = await renderSite('/estimate')
    await first.user.type(field('Full Name'), 'Ada')
    await waitFor(() => expect(api.opened()).toHaveLength(1))
    await waitFor(
      async () => {
        await first.user.type(field('Full Name'), 'a')
        expect(savedDraft()?.formToken?.token).toBe('a-token')
      },
      { timeout: saveDelayMs * 20, interval: saveDelayMs * 2 },
    )
    const { token, at } = savedDraft().formToken
    first.unmount()

    keepDraft({ formToken: { token, at: at - 60_000 } })
    const { user } = await renderSite('/estimate')
    expect(await sent(user)).toMatchObject({ formToken: 'a-token' })
    expect(api.opened()).toHaveLength(1)
  })

  it('a token that is nearly a month old is fetched again', async () => {
    keepDraft({ formToken: { token: 'old', at: Date.now() - 29 * dayMs } })
    const { user } = await renderSite('/estimate')
    await user.type(field('Full Name'), 'x')
    await waitFor(() => expect(api.opened()).toHaveLength(1))
    expect((await sent(user))?.formToken).not.toBe('old')
  })

  it.each([
    ['lost', 'hang up'],
    ['refused', errorAnswer('TOO_MANY_REQUESTS', 429)],
  ] as const)('the estimate is sent without a token when its call is %s', async (_how, failure) => {
    api.answerTo('estimates.openForm', failure)
    keepDraft()
    const { user } = await renderSite('/estimate')
    await user.type(field('Full Name'), 'x')
    await waitFor(() => expect(api.opened()).toHaveLength(1))
    const input = await sent(user)
    expect(input).toMatchObject({ name: 'Ada Romerox' })
    expect(input).not.toHaveProperty('formToken')
  })
})

it('a form that was filled in before hydration waits until its token is three seconds old', async () => {
  vi.useFakeTimers()
  const token = createFormToken({ fetchToken: async () => 'a-token', now: Date.now })
  token.request()
  await vi.advanceTimersByTimeAsync(1_200)
  let sentAt: number | undefined
  const begun = Date.now()
  const oldEnough = token.whenOldEnough().finally(() => {
    sentAt = Date.now()
  })
  await vi.advanceTimersByTimeAsync(1_799)
  expect(sentAt).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(await oldEnough).toBe('a-token')
  expect((sentAt ?? 0) - begun).toBe(1_800)
  // From then on there is no wait.
  expect(await token.whenOldEnough()).toBe('a-token')
  expect(Date.now()).toBe(sentAt)
})

describe('after the first call for the token failed', () => {
  const failing = (failures: number) => {
    vi.useFakeTimers()
    const fetchToken = vi.fn(async () => {
      if (fetchToken.mock.calls.length <= failures) throw new Error('lost')
      return 'a-token'
    })
    return { fetchToken, token: createFormToken({ fetchToken, now: Date.now }) }
  }

  it('a later input asks again, though not each key press', async () => {
    const { fetchToken, token } = failing(1)
    token.request()
    await vi.advanceTimersByTimeAsync(4_999)
    token.request()
    expect(fetchToken).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    token.request()
    await vi.advanceTimersByTimeAsync(10_000)
    token.request()
    expect(fetchToken).toHaveBeenCalledTimes(2)
    expect(token.current()?.token).toBe('a-token')
  })

  it('the submission asks again, and waits until the token is old enough', async () => {
    const { token } = failing(1)
    token.request()
    await vi.advanceTimersByTimeAsync(100)
    const begun = Date.now()
    const sending = token.whenOldEnough()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await sending).toBe('a-token')
    expect(Date.now() - begun).toBe(3_000)
  })

  it('the submission goes without a token when there is none after three seconds', async () => {
    vi.useFakeTimers()
    const token = createFormToken({ fetchToken: () => new Promise(() => undefined), now: Date.now })
    const sending = token.whenOldEnough()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await sending).toBeUndefined()
  })
})

describe('the honeypot field', () => {
  const honeypot = () => {
    const input = submitButton().form?.elements.namedItem('remarks')
    if (!(input instanceof HTMLInputElement)) throw new Error('There is no such field.')
    return input
  }

  it('the honeypot is out of reach of keys, screen readers and autofill, without display: none', async () => {
    await renderSite('/estimate')
    const input = honeypot()
    expect(input.tabIndex).toBe(-1)
    expect(input.autocomplete).toBe('off')
    expect(input.closest('[aria-hidden="true"]')).not.toBeNull()
    // These are for 1Password, LastPass, Bitwarden, Dashlane and Proton Pass.
    for (const attribute of ['data-1p-ignore', 'data-lpignore', 'data-bwignore', 'data-protonpass-ignore'])
      expect(input.getAttribute(attribute)).toBe('true')
    expect(input.dataset.formType).toBe('other')
    expect(screen.queryByRole('textbox', { name: /leave this empty/i })).toBeNull()
    expect(input.hidden || input.type === 'hidden').toBe(false)
    // What Chromium and Firefox look for in names, labels and the like to tell what a field is.
    const words =
      /name|mail|phone|tel|mobile|fax|company|business|organi|address|street|city|town|state|region|county|country|zip|post|apart|suite|unit|floor|house|url|web|site|card|credit|cvc|cvv|expir|month|year|date|birth|user|login|pass|code|otp|coupon|promo|title|gender|search|comment|message|subject/i
    const told = [input.name, input.id, input.placeholder, input.className, input.labels?.[0]?.textContent ?? '']
    for (const text of told) expect(text).not.toMatch(words)
  })

  it('an empty honeypot is not sent', async () => {
    keepDraft()
    const { user } = await renderSite('/estimate')
    expect(await sent(user)).not.toHaveProperty('remarks')
  })

  it('a filled honeypot is sent, and the confirmation page follows', async () => {
    keepDraft()
    const { user } = await renderSite('/estimate')
    fireEvent.input(honeypot(), { target: { value: 'https://spam.example' } })
    expect(await sent(user)).toMatchObject({ remarks: 'https://spam.example' })
    expect(screen.getByText('Request Submitted Successfully!')).toBeTruthy()
  })
})

it('the toast of a rate limit has the message of the server', async () => {
  expectConsole(/^error: Submitting the estimate request failed\./)
  keepDraft()
  const message =
    'Several requests have come from your connection. Please try again later, or call us at (212) 555-0142.'
  api.answerNext(errorAnswer('TOO_MANY_REQUESTS', 429, undefined, undefined, message))
  const { user } = await renderSite('/estimate')
  await user.click(submitButton())
  await screen.findByText('Submission Failed')
  expect(screen.getByText(message)).toBeTruthy()
  expect(field('Full Name').value).toBe('Ada Romero')
})

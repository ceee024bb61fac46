import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createDraftStore } from '#client/features/estimate-form/draft-store.ts'
import { lastUpdated, privacyFacts } from '#client/features/privacy/privacy-facts.ts'
import { createDeviceStorage, draftKey, draftLifetimeDays, entryDraftsKey } from '#client/lib/device-storage.ts'
import { emptyForm } from '#client/lib/estimate-values.ts'
import { company } from '#shared/company.ts'
import { cookieNames } from '#shared/cookie-names.ts'
import { estimateFields } from '#shared/estimates/fields.ts'
import { signedOutApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'

signedOutApi()
async function main() {
  const { user } = await renderSite('/privacy')
  const element = screen.getByRole('main')
  return { user, element, text: element.textContent ?? '' }
}

describe('the privacy page', () => {
  it('begins with five short sentences, and has everything else behind headings that open', async () => {
    const { element } = await main()
    const [short] = within(element).getAllByRole('list')
    const sentences = within(short as HTMLElement).getAllByRole('listitem')
    expect(sentences).toHaveLength(5)
    for (const sentence of sentences) expect(sentence.textContent?.split(' ').length).toBeLessThan(25)
    const parts = [...element.querySelectorAll('details')]
    expect(parts.map((part) => part.open)).toEqual(parts.map(() => false))
    expect(parts.map((part) => part.textContent).join()).toContain('fingerprints')
    for (const part of parts) part.remove()
    expect(element.textContent).not.toMatch(/fingerprint|bcrypt|SHA/)
  })

  it('lists every field of the estimate form', async () => {
    const { element } = await main()
    const sent = element.querySelector('details')
    const listed = within(sent as HTMLElement)
      .getAllByRole('listitem', { hidden: true })
      .map((item) => item.textContent ?? '')
    for (const [field, { label }] of Object.entries(estimateFields)) {
      const words = field === 'urgent' ? 'urgent' : label.toLowerCase()
      expect(
        listed.filter((item) => item.includes(words)),
        label,
      ).toHaveLength(1)
    }
  })

  it('says what is stored about estimates, visitors and accounts, and for how long', async () => {
    const { text } = await main()
    for (const words of [
      'the time',
      'a reference',
      'how far we are with it',
      'a random number',
      'two fingerprints (SHA-256)',
      'The network address itself is not stored.',
      'by when we have promised to contact you',
      'email address and phone number once more in a form that can be compared',
      'Photos that you add reach us while you fill in the form, and are deleted after a day',
      'without what the camera noted in them, such as where',
      'Our staff see them',
      'all texts and photos',
      'small pictures of your photos',
      'looks like spam, we note why and keep it apart as possible spam',
      'whether it was spam',
      'when you began to fill it in',
      'who takes care of it',
      'how it ended and why',
      'on which day to come back',
      'notes',
      'how we reached you',
      'who wrote it and when',
      'A note, or how we reached you, has a random number too',
      'Each request sends two emails',
      'Postmark',
      'and when your data was erased',
      'When you ask, we erase it at once.',
      'Our backups keep a copy until they are deleted',
      'public pages set no cookies',
      'load nothing from other companies',
      'no network address',
      'your email address',
      'when you confirmed it',
      'what you may do',
      '(bcrypt) of your password',
      'what the browser calls itself',
      'when it was last in use',
      `after ${privacyFacts.sessionIdleDays} days without use`,
      `after ${privacyFacts.sessionDays} days in any case`,
      'which of your devices are in the same network',
      `for ${privacyFacts.emailChangeDays} days after the link to undo the change has ended`,
      'three days at most',
      'counts for a day at most',
      'up to six cookies',
    ])
      expect(text).toContain(words)
  })

  it('counts as many cookies as the site has', () => {
    expect(Object.keys(cookieNames(true))).toHaveLength(privacyFacts.accountCookies)
  })

  it('says how long a draft stays on the device, and the draft store drops it then', async () => {
    const { text } = await main()
    expect(text).toContain(`not touched for ${draftLifetimeDays} days`)
    expect(text).toContain('what you have half written about a request, in the tab in which you write')
    const day = 24 * 60 * 60 * 1000
    let now = 0
    const store = createDraftStore(createDeviceStorage(), () => now)
    store.write({ values: { ...emptyForm, name: 'Ada' }, requestKey: undefined, linkedType: undefined })
    now = draftLifetimeDays * day + 1
    expect(store.read()).toBeUndefined()
    expect(localStorage.getItem(draftKey)).toBeNull()
  })

  it('names the phone number and email address to ask for deletion', async () => {
    const { element } = await main()
    const links = within(element)
    const [phone] = links.getAllByRole('link', { name: company.phone.display })
    const [email] = links.getAllByRole('link', { name: company.email })
    expect(phone?.getAttribute('href')).toBe(company.phone.href)
    expect(email?.getAttribute('href')).toBe(`mailto:${company.email}`)
  })

  it('says when it was last updated', async () => {
    const { element } = await main()
    expect(within(element).getByText(lastUpdated.words).getAttribute('datetime')).toBe(lastUpdated.date)
    const words = new Date(lastUpdated.date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    expect(lastUpdated.words).toBe(words)
  })
})

it('the button on the privacy page clears everything that the device stores', async () => {
  for (const key of [draftKey, 'any other']) localStorage.setItem(key, 'stored')
  for (const key of [entryDraftsKey, 'any other']) sessionStorage.setItem(key, '{}')
  const { user } = await main()
  await user.click(screen.getByRole('button', { name: 'Clear saved data' }))
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  expect(screen.getByText('Done. This device keeps nothing from this site.')).toBeTruthy()
})

import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { field } from '#tests/support/client/controls.ts'
import { apiOfEachTest, savedDraft, submitButton } from '#tests/support/client/estimate-page.ts'
import { renderSite } from '#tests/support/client/render.tsx'

apiOfEachTest()

describe('help while typing', () => {
  it('a typing error in the email address gets a suggestion that one press applies', async () => {
    const { user } = await renderSite('/estimate')
    await user.type(field('Email Address'), 'ada@gnail.com')
    expect(screen.queryByRole('button', { name: /Did you mean/ })).toBeNull()
    await user.tab()
    await user.click(screen.getByRole('button', { name: 'Did you mean ada@gmail.com?' }))
    expect(field('Email Address').value).toBe('ada@gmail.com')
    expect(document.activeElement).toBe(field('Email Address'))
    expect(screen.queryByRole('button', { name: /Did you mean/ })).toBeNull()
    await waitFor(() => expect(savedDraft()?.values.email).toBe('ada@gmail.com'))
  })

  it('a square footage that is not plain gets a note when it is left, until the next change', async () => {
    const { user } = await renderSite('/estimate')
    const note = () => screen.queryByText(/^We (read|could not read) this/)?.textContent
    await user.type(field('Square Footage'), '1.200')
    expect(note()).toBeUndefined()
    await user.tab()
    expect(note()).toBe('We read this as 1,200 sq ft.')
    await user.type(field('Square Footage'), '-1.400')
    expect(note()).toBeUndefined()
    await user.tab()
    expect(note()).toBe('We could not read this as one number, so we will pass it on as you wrote it.')
    expect(field('Square Footage').getAttribute('aria-invalid')).toBeNull()
  })

  it('a phone number that is too short gets a note when it is left, which stops nothing', async () => {
    const { user } = await renderSite('/estimate')
    const note = () => screen.queryByText('This looks too short for a phone number. Please check it.')
    for (const [typed, isShort] of [
      ['12', true],
      ['212 555', true],
      ['555-0142', false],
      ['646-FLOWERS', false],
      ['(212) 555-0142 ext. 4', false],
      ['please email me', false],
    ] as const) {
      await user.clear(field('Phone Number'))
      await user.paste(typed)
      expect(note(), typed).toBeNull()
      await user.tab()
      await waitFor(() => expect(Boolean(note()), typed).toBe(isShort))
      expect(field('Phone Number').getAttribute('aria-invalid')).toBeNull()
    }
  })

  it('a counter appears near the limit, is announced after a pause, and nothing is cut during typing', async () => {
    const { user } = await renderSite('/estimate')
    await user.click(field('Phone Number'))
    await user.paste('5'.repeat(26))
    expect(screen.queryByText(/left$/)).toBeNull()
    await user.keyboard('5')
    const [seen] = screen.getAllByText('3 characters left')
    expect(seen?.getAttribute('aria-hidden')).toBe('true')
    await waitFor(() => expect(screen.getAllByText('3 characters left')).toHaveLength(2), { timeout: 3000 })
    await user.paste('5'.repeat(10))
    expect(screen.getByText('7 characters will be cut off')).toBeTruthy()
    expect(field('Phone Number').value).toHaveLength(37)
  })
})

describe('the summary of errors', () => {
  it('the error summary counts down while fields are corrected and is renewed by the next press', async () => {
    const { user } = await renderSite('/estimate')
    await user.click(submitButton())
    const summary = screen.getByRole('alert')
    expect(within(summary).getByText('Please fix 6 fields')).toBeTruthy()
    await user.type(field('Full Name'), 'Ada')
    expect(screen.getByRole('alert')).toBe(summary)
    expect(within(summary).getByText('Please fix 5 fields')).toBeTruthy()
    expect(within(summary).getAllByRole('link')).toHaveLength(6)

    await user.click(submitButton())
    expect(screen.getByRole('alert')).not.toBe(summary)
    expect(within(screen.getByRole('alert')).getByText('Please fix 5 fields')).toBeTruthy()
    expect(document.activeElement).toBe(field('Email Address'))
  })

  it('the error summary goes with the last error, and does not come back with a new one', async () => {
    const { user } = await renderSite('/estimate')
    await user.type(field('Full Name'), 'Ada')
    await user.type(field('Email Address'), 'ada@example.com')
    await user.selectOptions(field('Project Type'), 'Kitchen Remodel')
    await user.type(field('Project Location'), 'Queens')
    await user.selectOptions(field('Desired Timeline'), 'As Soon as Possible')
    await user.click(submitButton())
    expect(within(screen.getByRole('alert')).getByText('Please fix 1 field')).toBeTruthy()
    await user.selectOptions(field('Budget Range'), '$25,000 - $50,000')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(document.activeElement).toBe(field('Budget Range'))

    await user.clear(field('Full Name'))
    await user.tab()
    await waitFor(() => expect(field('Full Name').getAttribute('aria-invalid')).toBe('true'))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

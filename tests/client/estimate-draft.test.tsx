import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { saveDelayMs } from '#client/features/estimate-form/draft-autosave.ts'
import { consultationEmailKey, draftKey } from '#client/lib/device-storage.ts'
import { emptyForm } from '#client/lib/estimate-values.ts'
import { expectConsole } from '#tests/support/client/console-watch.ts'
import { apiOfEachTest, field, keptDraft, submitButton } from '#tests/support/client/estimate-page.ts'
import { renderSite } from '#tests/support/client/render.tsx'

const api = apiOfEachTest()

const requestKey = '6f1d2c3b-4a59-4687-9807-a1b2c3d4e5f6'
const whole = {
  ...emptyForm,
  name: 'Ada Romero',
  email: 'ada@example.com',
  projectType: 'kitchen-remodel',
  location: 'Astoria, NY',
  timeline: 'asap',
  budgetRange: '25k-50k',
  urgent: true,
}

function keepDraft(values = whole, more = {}): void {
  localStorage.setItem(draftKey, JSON.stringify({ version: 1, savedAt: Date.now(), values, ...more }))
}

describe('the draft', () => {
  it('the draft is stored shortly after typing and restored on the next visit', async () => {
    const { user, unmount } = await renderSite('/estimate')
    expect(screen.getByText('Your answers are saved on this device until you send them.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull()
    await user.type(field('Full Name'), 'Ada')
    await user.selectOptions(field('Desired Timeline'), 'Flexible')
    await waitFor(() => expect(keptDraft().values).toMatchObject({ name: 'Ada', timeline: 'flexible' }), {
      timeout: saveDelayMs * 10,
    })
    expect(screen.getByText('Your answers are saved on this device.')).toBeTruthy()
    await user.click(field('This is an urgent project'))
    unmount()

    await renderSite('/estimate')
    expect(field('Full Name').value).toBe('Ada')
    expect(field('Desired Timeline').value).toBe('flexible')
    expect(field('This is an urgent project').checked).toBe(true)
    expect(screen.getByText('Your answers are saved on this device.')).toBeTruthy()
  })

  it('the draft is stored at once when the page is hidden', async () => {
    const { user } = await renderSite('/estimate')
    await user.type(field('Full Name'), 'Ada')
    act(() => {
      window.dispatchEvent(new Event('pagehide'))
    })
    expect(keptDraft().values.name).toBe('Ada')
  })

  it('the form says when the device stores nothing, and can still be sent', async () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('No.', 'SecurityError')
    })
    const { user } = await renderSite('/estimate')
    await user.type(field('Full Name'), 'Ada')
    await screen.findByText("This browser can't save a draft, so please send before you leave.")
    expect(field('Full Name').value).toBe('Ada')
  })
})

describe('starting over', () => {
  it('Start over empties form and draft and can be undone', async () => {
    keepDraft(whole, { requestKey })
    const { user } = await renderSite('/estimate')
    await user.click(screen.getByRole('button', { name: 'Start over' }))
    expect(field('Full Name').value).toBe('')
    expect(field('Project Type').value).toBe('')
    expect(field('This is an urgent project').checked).toBe(false)
    expect(keptDraft()).toBeNull()
    expect(screen.getByText('Form cleared.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }))

    await user.keyboard('{Enter}')
    expect(field('Full Name').value).toBe('Ada Romero')
    expect(field('This is an urgent project').checked).toBe(true)
    expect(keptDraft()).toMatchObject({ values: whole, requestKey })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Start over' }))
  })

  it('a double click on Start over does not undo it', async () => {
    keepDraft()
    const { user } = await renderSite('/estimate')
    await user.dblClick(screen.getByRole('button', { name: 'Start over' }))
    expect(field('Full Name').value).toBe('')
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  })

  it('Start over removes the errors and makes a new request key', async () => {
    keepDraft({ ...whole, email: '' }, { requestKey })
    const { user } = await renderSite('/estimate')
    await user.click(submitButton())
    expect(screen.getByRole('alert')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Start over' }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(field('Email Address').getAttribute('aria-invalid')).toBeNull()
  })
})

describe('a submission', () => {
  it('a submission whose response was lost keeps its request key over a reload', async () => {
    expectConsole(/^error: Submitting the estimate request failed\./)
    keepDraft()
    const { user, unmount } = await renderSite('/estimate')
    api.answerNext('hang up')
    await user.click(submitButton())
    await screen.findByText('Submission Failed')
    expect(keptDraft().values).toEqual(whole)
    unmount()

    const again = await renderSite('/estimate')
    await again.user.click(submitButton())
    await screen.findByRole('heading', { name: 'Thank You!' })
    const [lost, sent] = api.calls.map(({ input }) => input)
    expect(sent).toEqual(lost)
  })

  it('a successful submission removes the draft', async () => {
    keepDraft()
    const { user } = await renderSite('/estimate')
    await user.type(field('Full Name'), ' Jr')
    await user.click(submitButton())
    await screen.findByRole('heading', { name: 'Thank You!' })
    act(() => {
      window.dispatchEvent(new Event('pagehide'))
    })
    expect(keptDraft()).toBeNull()
  })
})

describe('prefilled values', () => {
  it('the form has the project type of the link and the email address of the header’s form', async () => {
    localStorage.setItem(consultationEmailKey, 'guide@example.com')
    await renderSite('/estimate?type=roof-replacement')
    expect(field('Project Type').value).toBe('roof-replacement')
    expect(field('Email Address').value).toBe('guide@example.com')
    expect(keptDraft()).toBeNull()
  })

  it('the draft wins over prefilled values, except for the type of a new link', async () => {
    keepDraft()
    localStorage.setItem(consultationEmailKey, 'guide@example.com')
    await renderSite('/estimate?type=roof-replacement')
    expect(field('Email Address').value).toBe('ada@example.com')
    expect(field('Project Type').value).toBe('roof-replacement')
    expect(field('Full Name').value).toBe('Ada Romero')
  })

  it.each(['?type=castle', '?type=', '?type=["other"]', '?type=7', '?type=__proto__'])(
    'is nothing with the address %s',
    async (search) => {
      await renderSite(`/estimate${search}`)
      expect(field('Project Type').value).toBe('')
    },
  )

  it('a link to another type on the page changes the project type', async () => {
    const { router } = await renderSite('/estimate?type=roof-replacement')
    await act(() => router.navigate({ to: '/estimate', search: { type: 'deck-patio' } }))
    await waitFor(() => expect(field('Project Type').value).toBe('deck-patio'))
  })
})

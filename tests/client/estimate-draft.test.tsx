import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { draftKey } from '#client/lib/device-storage.ts'
import { emptyForm } from '#client/lib/estimate-values.ts'
import { field } from '#tests/support/client/controls.ts'
import { apiOfEachTest, savedDraft, submitButton } from '#tests/support/client/estimate-page.ts'
import { renderSite } from '#tests/support/client/render.tsx'

apiOfEachTest()

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

describe('starting over', () => {
  it('a double click on Start over does not undo it, and Undo brings the request key back, too', async () => {
    keepDraft(whole, { requestKey })
    const { user } = await renderSite('/estimate')
    await user.dblClick(screen.getByRole('button', { name: 'Start over' }))
    expect(field('Full Name').value).toBe('')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(savedDraft()).toMatchObject({ values: whole, requestKey })
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

describe('prefilled values', () => {
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

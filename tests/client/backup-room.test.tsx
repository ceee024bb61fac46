import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { firstDraft } from '#shared/company-draft.ts'
import { dataAnswer, errorAnswer } from '#tests/support/client/fake-api.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'

describe('the room about backups', () => {
  const api = staffApi('/admin/company', { role: 'admin' })
  const desk = { draft: firstDraft(), revision: 1, changedBy: null, changedAt: null, isPublished: true, versions: [] }
  beforeEach(() => api.answerTo('company.read', dataAnswer(desk)))
  const lastBackup = async () => (await screen.findByText('Last backup')).nextSibling?.textContent

  it('says when and where the last one was made', async () => {
    const last = { at: '2026-01-05T02:30:00.000Z', path: '/srv/backups/estimates.db' }
    api.answerTo('installation.lastBackup', dataAnswer(last))
    await renderSite('/admin/company?room=backups')
    expect(await lastBackup()).toBe('Sun, Jan 4, 9:30 PM, /srv/backups/estimates.db')
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  it('says that there is none, after it could not be loaded', async () => {
    api.answerTo('installation.lastBackup', errorAnswer('INTERNAL_SERVER_ERROR', 500))
    const { user } = await renderSite('/admin/company?room=backups')
    await screen.findByText('We couldn’t load the last backup')
    api.answerTo('installation.lastBackup', dataAnswer(null))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await lastBackup()).toBe('None yet')
  })
})

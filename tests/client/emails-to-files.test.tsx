import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { linkText } from '#client/features/admin/people/people-labels.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'

const withoutService = () => {
  document.documentElement.dataset.mail = 'files'
}

describe.each(['admin', 'staff'] as const)('the dashboard of the role %s', (role) => {
  staffApi('/admin/new', { role })

  it('tells administrators alone that emails are saved to files, and how to set email up', async () => {
    withoutService()
    await renderSite('/admin/new')
    await screen.findByRole('heading', { name: 'Customer' })
    const told = screen.queryByText('Emails are saved to files, not sent.')
    expect(told !== null).toBe(role === 'admin')
    expect(screen.queryByText('Set up email') !== null).toBe(role === 'admin')
  })

  it('says nothing where a mail service is set up', async () => {
    await renderSite('/admin/new')
    await screen.findByRole('heading', { name: 'Customer' })
    expect(screen.queryByText('Emails are saved to files, not sent.')).toBeNull()
  })
})

it('an invitation says that its email was saved to a file', () => {
  const invitation = { at: '2026-01-05T12:00:00.000Z', by: null, linkUntil: null, isExpired: false }
  expect(linkText(invitation)).toBe('The email is on its way.')
  withoutService()
  expect(linkText(invitation)).toBe('The email was saved to a file.')
  expect(linkText({ ...invitation, linkUntil: '2026-01-08T17:00:00.000Z' })).toMatch(
    /^The email was saved to a file\. The link works until /,
  )
})

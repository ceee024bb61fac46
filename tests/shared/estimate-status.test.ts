import { expect, it } from 'vitest'
import { statusLabel } from '#shared/estimates/estimate-status.ts'

it('a status is shown with spaces for its underscores', () => {
  expect(statusLabel('new')).toBe('new')
  expect(statusLabel('in_progress')).toBe('in progress')
  expect(statusLabel('waiting_for_the_permit')).toBe('waiting for the permit')
})

it('a missing status is shown as New', () => {
  expect(statusLabel('')).toBe('New')
  expect(statusLabel(null)).toBe('New')
})

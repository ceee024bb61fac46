import { expect, it } from 'vitest'
import { auditKinds } from '#shared/audit.ts'

it('every kind of audit entry has words of its own, which a reader understands without the code', () => {
  const words = Object.values(auditKinds)
  expect(new Set(words).size).toBe(words.length)
  for (const text of words) expect(text).toMatch(/^[A-Z][a-z ’-]+[a-z]$/)
})

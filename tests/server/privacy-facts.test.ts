import { expect, it } from 'vitest'
import { describedColumns, privacyFacts } from '#client/features/privacy/privacy-facts.ts'
import { Prisma } from '#prisma/generated/sqlite/browser.ts'
import { emailChangeLifetimesMs } from '#server/accounts/email-links/email-changes.ts'
import { linkLifetimesMs } from '#server/accounts/email-links/email-tokens.ts'
import { limits } from '#server/accounts/limits/limits.ts'
import { sessionLifetimes } from '#server/accounts/sessions/session-lifetimes.ts'
import { estimateDigests } from '#server/estimates/submit/estimate-digests.ts'
import { estimateMessageKinds } from '#server/estimates/submit/estimate-messages.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { retentionMs } from '#server/jobs/sweep-expired.ts'
import { proposalLinkDays, requestLinkDays } from '#server/mail/messages/request-link.ts'
import { dayMs } from '#shared/durations.ts'
import { estimateInputSchema } from '#shared/estimates/estimate-input.ts'
import { estimateFieldNames } from '#shared/estimates/fields.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'

it('the privacy page describes every column of an estimate', () => {
  const described = new Set([...estimateFieldNames, ...describedColumns.ProjectEstimate])
  expect(new Set(Object.keys(Prisma.ProjectEstimateScalarFieldEnum))).toEqual(described)
})

it('the privacy page describes every column of a change to an estimate', () => {
  expect(new Set(Object.keys(Prisma.EstimateEventScalarFieldEnum))).toEqual(new Set(describedColumns.EstimateEvent))
})

it('the privacy page describes every column of an account', () => {
  expect(new Set(Object.keys(Prisma.UserScalarFieldEnum))).toEqual(new Set(describedColumns.User))
})

it('the privacy page describes every column of a device that is notified', () => {
  const columns = Object.keys(Prisma.PushSubscriptionScalarFieldEnum)
  expect(new Set(columns)).toEqual(new Set(describedColumns.PushSubscription))
})

it('no table has a column for an IP address', () => {
  const columns = [
    Prisma.ProjectEstimateScalarFieldEnum,
    Prisma.SessionScalarFieldEnum,
    Prisma.AttemptScalarFieldEnum,
    Prisma.UserScalarFieldEnum,
  ].flatMap((fields) => Object.keys(fields))
  expect(columns.length).toBeGreaterThan(30)
  expect(columns.filter((column) => /address|ip$/i.test(column))).toEqual([])
})

it('the fingerprints of an estimate are digests that do not contain the IP address', () => {
  const parsed = estimateInputSchema.parse(estimateInput())
  const digests = estimateDigests(parsed, '203.0.113.7')
  for (const digest of Object.values(digests)) expect(digest).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(digests)).not.toContain('203.0.113.7')
})

it('an estimate causes as many emails as the privacy page says', () => {
  expect(estimateMessageKinds).toHaveLength(privacyFacts.emailsPerEstimate)
})

it('sessions and links end when the privacy page says', () => {
  expect(sessionLifetimes).toMatchObject({
    idleMs: privacyFacts.sessionIdleDays * dayMs,
    absoluteMs: privacyFacts.sessionDays * dayMs,
  })
  const lifetimesMs = [...Object.values(linkLifetimesMs), ...Object.values(emailChangeLifetimesMs)]
  expect(Math.max(...lifetimesMs)).toBe(privacyFacts.maxLinkDays * dayMs)
  expect([requestLinkDays, proposalLinkDays]).toEqual([privacyFacts.requestLinkDays, privacyFacts.proposalLinkDays])
  expect(retentionMs.emailChanges).toBe(privacyFacts.emailChangeDays * dayMs)
})

it('attempts count no longer than the privacy page says', () => {
  const windowsMs = Object.values(limits).map(
    ({ windowMs, ...limit }) => (windowMs ?? 0) * ('maxBackoffFactor' in limit ? limit.maxBackoffFactor : 1),
  )
  expect(Math.max(...windowsMs)).toBe(privacyFacts.maxAttemptDays * dayMs)
})

it('the content security policy lets pages load nothing from other companies', () => {
  const policy =
    securityHeaders({ appOrigin: 'https://site.example', hstsIncludeSubdomains: true })['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/https?:\/\/|\*/)
})

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { linkLifetimesMs } from '#server/accounts/email-links/email-tokens.ts'
import { sessionLifetimes } from '#server/accounts/sessions/session-lifetimes.ts'
import { retentionMs } from '#server/jobs/sweep-expired.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { createTestDatabase, testEngine } from '#tests/support/database/test-database.ts'

it('docs/database.md says of every table what removes its rows, and after how long', async () => {
  const document = readFileSync('docs/database.md', 'utf8')
  const [, section = ''] = /^## What grows, and what removes it\n(.*?)^## /ms.exec(document) ?? []
  const described = new Set(Array.from(section.matchAll(/`(\w+)`/g), ([, name]) => name))
  const select =
    testEngine === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'estimate_search_%'`
      : `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`
  const { url, dispose } = await createTestDatabase()
  const tables = await queryDatabase<{ name: string }>(url, select)
  await dispose()
  expect(tables.length).toBeGreaterThan(10)
  expect(tables.map(({ name }) => name).filter((name) => !described.has(name))).toEqual([])

  const days = (ms: number) => (ms === dayMs ? 'a day' : `${ms / dayMs} days`)
  const rowOf = (table: string) => section.split('\n').find((line) => line.startsWith(`| \`${table}\``))
  expect(rowOf('attempts')).toContain(days(retentionMs.attempts))
  expect(rowOf('users')).toContain(days(retentionMs.unconfirmedAccounts))
  expect(rowOf('outbox_messages')).toContain(days(retentionMs.accountEmails))
  expect(rowOf('nudges')).toContain(days(retentionMs.nudges))
  expect(rowOf('estimate_exports')).toContain(days(retentionMs.exports))
  expect(rowOf('email_changes')).toContain(days(retentionMs.emailChanges))
  expect(rowOf('audit_entries')).toContain(days(retentionMs.auditEntries))
  expect(rowOf('sessions')).toContain(days(sessionLifetimes.absoluteMs))
  expect(rowOf('email_tokens')).toContain(`${linkLifetimesMs.invitation / hourMs} hours`)
})

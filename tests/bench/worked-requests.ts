import { isSqliteUrl } from '#server/database/sqlite-path.ts'
import { insertRow } from '#tests/support/database/insert-row.ts'
import { changeDatabase } from '#tests/support/database/query-database.ts'
import { insertManyEstimates } from '#tests/support/estimates/insert-many-estimates.ts'

export const benchYear = { from: '2025-01-01', to: '2025-12-31' }
const yearSeconds = 31_500_000

/** The SQL works on both engines. */
const number = `CAST(substr(reference, 10) AS INTEGER)`
const pick = (values: readonly string[], every: number) =>
  `CASE ${number} / ${every} % ${values.length} ${values.map((value, index) => `WHEN ${index} THEN '${value}'`).join(' ')} END`
const types = ['kitchen-remodel', 'bathroom-remodel', 'home-addition', 'deck-patio', 'commercial', 'other']
const people = Array.from({ length: 8 }, (_, index) => `person-${index}`)
const budgets = ['under-10k', '10k-25k', '25k-50k', '50k-100k', 'over-500k']

/** Spreads the requests evenly over the year, at most one every five minutes. Nine of ten are contacted and get a proposal. */
function spread(count: number, instant: (seconds: string) => string, day: (seconds: string) => string): string {
  const made = `1735711200 + ${number} * ${Math.min(315, Math.floor(yearSeconds / count))}`
  return `UPDATE project_estimates SET created_at = ${instant(made)}, due_at = ${instant(`${made} + 86400`)},
    first_contact_at = CASE WHEN ${number} % 10 < 9 THEN ${instant(`${made} + ${number} * 7919 % 130000`)} END,
    proposal_promised_on = CASE WHEN ${number} % 10 < 9 THEN ${day(`${made} + 4 * 86400`)} END,
    proposal_due_on = CASE WHEN ${number} % 10 < 9 AND ${number} % 50 > 0 THEN ${day(`${made} + (4 + ${number} % 7 / 6) * 86400`)} END,
    proposal_sent_at = CASE WHEN ${number} % 10 < 8 THEN ${instant(`${made} + 130000 + ${number} * 7919 % 400000`)} END,
    proposal_cents = CASE WHEN ${number} % 10 < 7 THEN ${number} * 100 END,
    project_type = ${pick(types, 1)}, budget_range = ${pick(budgets, 7)}, outcome = ${pick(['open', 'won', 'lost'], 3)},
    assignee_id = nullif(${pick(['nobody', ...people], 5)}, 'nobody')`
}

export async function storeWorkedRequests(databaseUrl: string, count: number): Promise<void> {
  const createdAt = new Date('2025-01-01')
  for (const id of people)
    await insertRow(databaseUrl, 'users', { id, email: `${id}@example.com`, role: 'staff', createdAt })
  await insertManyEstimates(databaseUrl, count, createdAt)
  if (isSqliteUrl(databaseUrl)) {
    const instant = (seconds: string) => `strftime('%Y-%m-%dT%H:%M:%f', ${seconds}, 'unixepoch') || '+00:00'`
    await changeDatabase(
      databaseUrl,
      spread(count, instant, (seconds) => `date(${seconds}, 'unixepoch')`),
    )
    return
  }
  await changeDatabase(
    databaseUrl,
    spread(
      count,
      (seconds) => `to_timestamp(${seconds})`,
      (seconds) => `to_char(to_timestamp(${seconds}), 'YYYY-MM-DD')`,
    ),
  )
  // This leaves the table as autovacuum does, with the visibility map.
  for (const tidy of ['VACUUM FULL', 'VACUUM ANALYZE']) await changeDatabase(databaseUrl, `${tidy} project_estimates`)
}

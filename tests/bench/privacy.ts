import { setTimeout as delay } from 'node:timers/promises'
import { isSqliteUrl } from '#server/database/sqlite-path.ts'
import { defaultRetention, type RetentionRules } from '#shared/retention.ts'
import { changeDatabase, queryDatabase } from '#tests/support/database/query-database.ts'
import { median, percentile } from '#tests/support/percentile.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { insertSignedIn, type SignedIn } from '#tests/support/server/sessions.ts'
import { product, startOn } from './builds.ts'
import { type Engine, onEachEngine } from './engines.ts'
import { rounded, timeOf } from './figures.ts'
import { waitsDuring } from './health-waits.ts'
import { query } from './list-cases.ts'
import { postmasterPid } from './meter.ts'
import { options } from './options.ts'
import { familyProcessorMs } from './process-usage.ts'
import { storePeople } from './store-people.ts'

const stored = options.rows ?? 100_000
const times = 50
const handedOver = 2_000
/** The limit of the processor time of the server and the database for each lookup. */
const maxLookupMs = 100
const pollMs = 100
/** Longer renamings are measured in part. */
const maxRenamingMs = 120_000

type Site = { readonly url: string; readonly server: ServerProcess; readonly admin: SignedIn }

type Step = {
  readonly what: string
  readonly medianMs: number
  readonly p95Ms: number
  /** The processor time of the server and the database each time. */
  readonly processorMs: number
  /** The longest wait of others meanwhile. */
  readonly waitMs: number
}

async function processorMs({ url, server }: Site): Promise<number> {
  const own = familyProcessorMs(server.process.pid ?? 0)
  return isSqliteUrl(url) ? own : own + familyProcessorMs(await postmasterPid(url))
}

/** @param works one after the other */
async function measureStep(site: Site, what: string, works: readonly (() => Promise<unknown>)[]): Promise<Step> {
  const before = await processorMs(site)
  const milliseconds: number[] = []
  const waits = await waitsDuring(site.server.origin, async () => {
    for (const work of works) milliseconds.push(await timeOf(work))
  })
  console.log(`${what}: ${rounded(median(milliseconds), 1)} ms`)
  return {
    what,
    medianMs: median(milliseconds),
    p95Ms: percentile(milliseconds, 0.95),
    processorMs: ((await processorMs(site)) - before) / works.length,
    waitMs: Math.max(...waits),
  }
}

async function change({ server, admin }: Site, procedure: string, input: unknown): Promise<void> {
  const response = await fetch(`${server.origin}/api/trpc/${procedure}`, {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  if (!response.ok) throw new Error(`${procedure} responded ${response.status}: ${await response.text()}`)
}

/** @param sql counts what is left */
async function untilNone({ url }: Site, sql: string, maxMs = Number.POSITIVE_INFINITY): Promise<void> {
  const giveUpAt = performance.now() + maxMs
  while (performance.now() < giveUpAt) {
    const [row] = await queryDatabase<{ count: number | string }>(url, `SELECT count(*) AS count FROM ${sql}`)
    if (Number(row?.count) === 0) return
    await delay(pollMs)
  }
}

const ids = async (url: string, sql: string) => (await queryDatabase<{ id: string }>(url, sql)).map(({ id }) => id)

async function measure(engine: Engine): Promise<void> {
  const url = await engine.newDatabase()
  const colleagues = [await insertSignedIn(url, { role: 'staff' }), await insertSignedIn(url, { role: 'staff' })]
  const [leaver, successor] = colleagues as [SignedIn, SignedIn]
  const getActor = ({ userId: id, email }: SignedIn) => ({ id, email })
  const staff = { leaver: getActor(leaver), successor: getActor(successor) }
  await storePeople(url, { count: stored, open: handedOver, ...staff }, new Date())
  // The administrator's identity counts as proved for ten minutes.
  const admin = await insertSignedIn(url, { role: 'admin' })
  await changeDatabase(url, `UPDATE sessions SET verified_at = created_at WHERE user_id = '${admin.userId}'`)
  const site = { url, admin, server: await startOn(product, url) }
  const steps: Step[] = []
  const people = await ids(
    url,
    `SELECT id FROM project_estimates WHERE phone_digits IS NOT NULL AND email_key <> '' ORDER BY reference LIMIT ${times + 3}`,
  )
  const ask = (procedure: string, input: unknown) => () => query(site.server.origin, admin.cookie, procedure, input)
  await ask('privacy.person', { id: people[0] })()
  const lookups = people.slice(0, times).map((id) => ask('privacy.person', { id }))
  steps.push(await measureStep(site, 'a person is looked up', lookups))
  const rules: RetentionRules[] = [defaultRetention, { completedMonths: 1, spamMonths: 1 }]
  for (const each of rules)
    steps.push(
      await measureStep(
        site,
        `preview, ${each.completedMonths} and ${each.spamMonths} months`,
        Array.from({ length: times }, () => ask('privacy.previewRetention', each)),
      ),
    )

  const revocation = { userId: leaver.userId, seenRole: 'staff', successorId: successor.userId }
  steps.push(
    await measureStep(site, `access is revoked, ${handedOver} requests handed over`, [
      () => change(site, 'people.revoke', revocation),
    ]),
  )
  const [first = ''] = people.slice(times)
  const sameEmail = `email_key = (SELECT email_key FROM project_estimates WHERE id = '${first}')`
  const estimateIds = await ids(url, `SELECT id FROM project_estimates WHERE ${sameEmail}`)
  const erasure = { id: first, estimateIds, otherIds: [], confirmation: 'ERASE' }
  steps.push(await measureStep(site, 'a person is erased', [() => change(site, 'privacy.erasePerson', erasure)]))
  const remains = "settings WHERE name = 'erased-remains'"
  steps.push(await measureStep(site, 'files are cleaned', [() => untilNone(site, remains)]))
  const account = { userId: leaver.userId, confirmation: leaver.email }
  steps.push(await measureStep(site, 'an account is erased', [() => change(site, 'privacy.eraseAccount', account)]))
  const renaming = "settings WHERE name LIKE 'renaming %'"
  steps.push(await measureStep(site, 'timelines are renamed', [() => untilNone(site, renaming, maxRenamingMs)]))
  const [begun] = await queryDatabase<{ value: string }>(url, `SELECT value FROM ${renaming}`)
  const upTo = begun ? ` WHERE id <= '${JSON.parse(begun.value).afterId}'` : ''
  const [renamed] = await queryDatabase<{ count: number }>(url, `SELECT count(*) AS count FROM estimate_events${upTo}`)

  await site.server.end('SIGTERM')
  const [events] = await queryDatabase<{ count: number }>(url, 'SELECT count(*) AS count FROM estimate_events')
  await engine.dropDatabase(url)
  console.log(`\n${engine.name}: ${rounded(stored)} estimates, ${rounded(Number(events?.count))} events`)
  console.log(`${rounded(Number(renamed?.count))} of the events were looked at for the renaming`)
  console.table(
    Object.fromEntries(
      steps.map(({ what, ...step }) => [
        what,
        {
          'median (ms)': rounded(step.medianMs, 1),
          'p95 (ms)': rounded(step.p95Ms, 1),
          'processor (ms)': rounded(step.processorMs, 1),
          'others wait (ms)': rounded(step.waitMs),
        },
      ]),
    ),
  )
  const lookup = steps.find(({ what }) => what === 'a person is looked up')
  console.log(
    `looking a person up takes at most ${maxLookupMs} ms of the processor: ${(lookup?.processorMs ?? maxLookupMs + 1) <= maxLookupMs}`,
  )
}

/** Measures finding, handing over and erasing what is known about people, on both engines. */
export async function benchPrivacy(): Promise<void> {
  await onEachEngine(measure)
}

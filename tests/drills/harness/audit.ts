import { openConnection } from '#server/database/sqlite/connection.ts'
import type { DrillRun } from './drill.ts'
import { filePath } from './place.ts'
import type { Scene } from './scene.ts'

type AuditOptions = {
  /** Waits until no email is queued. */
  readonly drainedWithinMs?: number
  /** The most deliveries of one email, and the most duplicates in all. */
  readonly mails?: { readonly maxEach: number; readonly maxRepeated: number }
  /** Rows that were not submitted. */
  readonly otherRows?: number
  /** Quarantined estimates have no emails. */
  readonly quarantine?: boolean
  /** Whether the drill makes the server exit. */
  readonly mayEnd?: boolean
}

type StoredRow = { key: string; reference: string; email: string; id: string }
type MessageRow = { id: string; estimate: string | null; state: string }

/** Compares the ledger, the database and the received emails. */
export async function audit(drill: DrillRun, scene: Scene, options: AuditOptions = {}): Promise<void> {
  const { ledger } = scene
  if (options.drainedWithinMs) await scene.drained(options.drainedWithinMs)
  const rows = await scene.rows<StoredRow>(
    'SELECT request_key AS key, reference, email, id FROM project_estimates ORDER BY id',
  )
  const stored = new Map(rows.map((row) => [row.key, row]))
  const { acknowledged } = ledger
  drill.figure('acknowledged', acknowledged.length)

  const lost = acknowledged.filter(({ key }) => !stored.has(key))
  drill.figure('lost', lost.length)
  drill.check('every acknowledged request is stored', lost.length === 0, lost.slice(0, 3))
  const changed = acknowledged.filter(
    ({ key, reference }) => stored.has(key) && stored.get(key)?.reference !== reference,
  )
  drill.check('each is stored with the reference of its response', changed.length === 0, changed.slice(0, 3))
  drill.check('one key has one reference', ledger.contradictions.length === 0, ledger.contradictions.slice(0, 3))
  drill.check('no key is stored twice', stored.size === rows.length, rows.length - stored.size)
  const refused = ledger.entries.filter(
    ({ key, refused: status, reference }) => status && !reference && stored.has(key),
  )
  drill.check('no refused request is stored', refused.length === 0, refused.slice(0, 3))
  const known = new Set(ledger.entries.map(({ key }) => key))
  const strange = rows.filter(({ key }) => !known.has(key)).length - (options.otherRows ?? 0)
  drill.check('nothing is stored that was not sent', strange === 0, strange)

  await auditMails(drill, scene, rows, options)
  await auditDatabase(drill, scene)
  auditProcesses(drill, scene, options)
}

async function auditMails(
  drill: DrillRun,
  scene: Scene,
  rows: readonly StoredRow[],
  { mails, otherRows = 0, quarantine }: AuditOptions,
) {
  const { mailbox } = scene
  // The emails are read before the rows, since an email goes out after its row was committed.
  const received = [...mailbox.counts.keys()]
  const messages = await scene.rows<MessageRow>('SELECT id, estimate_id AS estimate, state FROM outbox_messages')
  const perEstimate = new Map<string, number>()
  for (const { estimate } of messages) if (estimate) perEstimate.set(estimate, (perEstimate.get(estimate) ?? 0) + 1)
  const mailsEach = quarantine ? undefined : 2
  const without = rows.filter(({ id }) => perEstimate.get(id) !== mailsEach).length
  drill.check('every stored request has its two mails', without <= otherRows, without)
  drill.check('every mail is whole', mailbox.malformed.length === 0, mailbox.malformed.slice(0, 3))
  const known = new Set(messages.map(({ id }) => id))
  const strange = received.filter((id) => !known.has(id))
  drill.check('no mail goes out that has no row', strange.length === 0, strange.slice(0, 3))
  if (!mails) return

  const unsent = messages.filter(({ id, state }) => state === 'sent' && !mailbox.counts.has(id))
  drill.check('what counts as sent was received', unsent.length === 0, unsent.length)
  const waiting = messages.filter(({ state }) => state !== 'sent')
  drill.check('every mail was sent', waiting.length === 0, waiting.slice(0, 3))
  const staff = await scene.rows<{ email: string }>("SELECT email FROM users WHERE role <> 'user'")
  const recipients = new Set([...rows, ...staff].map(({ email }) => email))
  const astray = [...mailbox.recipients.keys()].filter((address) => !recipients.has(address))
  drill.check('mails go to visitors and staff members only', astray.length === 0, astray.slice(0, 3))
  drill.figure('mails', mailbox.accepted)
  drill.figure('mails twice', mailbox.repeated())
  drill.check(`no email is sent more than ${mails.maxEach} times`, mailbox.max() <= mails.maxEach, mailbox.max())
  drill.check(
    `at most ${mails.maxRepeated} duplicate emails`,
    mailbox.repeated() <= mails.maxRepeated,
    mailbox.repeated(),
  )
}

export async function auditDatabase(drill: DrillRun, scene: Scene): Promise<void> {
  const orphans = await scene.count(
    'SELECT count(*) AS count FROM outbox_messages WHERE estimate_id IS NOT NULL AND estimate_id NOT IN (SELECT id FROM project_estimates)',
  )
  drill.check('no mail refers to a missing request', orphans === 0, orphans)
  if (drill.engine !== 'sqlite') {
    const keys = await scene.count('SELECT count(DISTINCT request_key) AS count FROM project_estimates')
    const rows = await scene.count('SELECT count(*) AS count FROM project_estimates')
    drill.check('index and table agree', keys === rows, { keys, rows })
    return
  }
  const problem = sqliteProblem(filePath(scene.place.databaseUrl))
  drill.check('the database is whole', problem === undefined, problem)
}

/** @returns the result of SQLite's integrity check, undefined if it passes */
export function sqliteProblem(path: string): string | undefined {
  const connection = openConnection(path, { readonly: true, timeout: 10_000 })
  try {
    const integrity = connection.pragma('integrity_check', { simple: true })
    const foreign = connection.pragma('foreign_key_check') as unknown[]
    return integrity === 'ok' && foreign.length === 0
      ? undefined
      : `${String(integrity)}, ${foreign.length} foreign keys`
  } finally {
    connection.close()
  }
}

function auditProcesses(drill: DrillRun, scene: Scene, { mayEnd = false }: AuditOptions): void {
  const faults = scene.servers.flatMap((server) =>
    server
      .output()
      .split('\n')
      .filter((line) => /uncaught|unhandledRejection/.test(line)),
  )
  drill.check('no exception is left unhandled', faults.length === 0, faults.slice(0, 2))
  if (!mayEnd)
    drill.check('the server never ends by itself', scene.server.isRunning(), scene.server.output().slice(-500))
}

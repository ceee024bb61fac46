import { randomUUID } from 'node:crypto'
import { opendir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database, ReadClient, Transaction } from '#server/database/database.ts'
import { getEstimateIds, isNudgeKind } from '#server/mail/messages/nudge.ts'
import { isVisitorMailKind } from '#server/mail/messages/visitor-mails.ts'
import { readFileName } from '#server/mail/transports/file-names.ts'

/** Its value changes with each erasure, and it goes when no file has anything left of it. */
const remainsSetting = 'erased-remains'

/** A transaction that calls {@link markRemains} has to hold it. */
export const lockRemains = `setting ${remainsSetting}`

/** Has the files cleaned after this transaction, also if the process ends before. */
export async function markRemains({ setting }: Pick<Transaction, 'setting'>, now: Date): Promise<void> {
  const value = randomUUID()
  const { count } = await setting.updateMany({ where: { name: remainsSetting }, data: { value } })
  if (count === 0) await setting.create({ data: { name: remainsSetting, value, createdAt: now } })
}

type RemainsDeps = {
  readonly database: Pick<Database, 'read' | 'transaction' | 'removeRemains'>
  /** The folder of emails, if they are written to files. */
  readonly mailFolder: string
}

/**
 * Removes what erasures have left in files: in those of the database, and emails that were written to files.
 *
 * @returns false when stopped, or when it has to be tried again
 * @throws {DatabaseUnavailable}
 */
export async function removeAllRemains(
  { database, mailFolder }: RemainsDeps,
  isStopped: () => boolean,
): Promise<boolean> {
  const mark = await database.read.setting.findUnique({ where: { name: remainsSetting }, select: { value: true } })
  if (!mark) return true
  await removeWrittenEmails(database.read, mailFolder)
  if (!(await database.removeRemains(isStopped))) return false
  // Another erasure may have set the mark again.
  return await database.transaction(async ({ setting }) => {
    await setting.deleteMany({ where: { name: remainsSetting, value: mark.value } })
    return (await setting.count({ where: { name: remainsSetting } })) === 0
  })
}

const filesPerLookup = 200

/** Removes the emails about erased estimates, and all digests: they list many estimates. */
async function removeWrittenEmails(read: ReadClient, folder: string): Promise<void> {
  let batch: WrittenEmail[] = []
  for await (const email of writtenEmails(folder)) {
    batch.push(email)
    if (batch.length < filesPerLookup) continue
    await removeErased(read, folder, batch)
    batch = []
  }
  await removeErased(read, folder, batch)
}

type WrittenEmail = { readonly file: string; readonly kind: string; readonly id: string }

async function* writtenEmails(folder: string): AsyncGenerator<WrittenEmail> {
  let entries: AsyncIterable<{ readonly name: string }>
  try {
    entries = await opendir(folder)
  } catch (error) {
    // The site has never written an email.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    throw error
  }
  for await (const { name: file } of entries) {
    const named = readFileName(file)
    if (named && isAboutEstimates(named.kind)) yield { file, ...named }
  }
}

const isAboutEstimates = (kind: string) => kind.startsWith('estimate.') || isNudgeKind(kind) || isVisitorMailKind(kind)

async function removeErased(read: ReadClient, folder: string, emails: readonly WrittenEmail[]): Promise<void> {
  const ids = emails.map(({ id }) => id)
  const nudges = await read.nudge.findMany({
    where: { id: { in: ids } },
    select: { id: true, subject: true, moreSubjects: true },
  })
  const messages = await read.outboxMessage.findMany({
    where: { id: { in: ids } },
    select: { id: true, estimateId: true },
  })
  const estimateIds = new Map([
    ...messages.map(({ id, estimateId }) => [id, estimateId === null ? [] : [estimateId]] as const),
    ...nudges.map((nudge) => [nudge.id, getEstimateIds(nudge)] as const),
  ])
  const notErased = await read.projectEstimate.findMany({
    where: { id: { in: [...estimateIds.values()].flat() }, erasedAt: null },
    select: { id: true },
  })
  const notErasedIds = new Set(notErased.map(({ id }) => id))
  for (const { file, id } of emails) {
    const about = estimateIds.get(id) ?? []
    if (about.length === 0 || !about.every((one) => notErasedIds.has(one)))
      await rm(join(folder, file), { force: true })
  }
}

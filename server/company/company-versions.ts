import * as z from 'zod/mini'
import { type AuditPerson, addAuditEntry } from '#server/accounts/audit/add-audit-entry.ts'
import { assertStillAllowed } from '#server/accounts/second-factor/administrators.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, ReadClient, Transaction } from '#server/database/database.ts'
import { writeSetting } from '#server/database/settings.ts'
import { AppError } from '#server/errors.ts'
import type { CompanyDesk, CompanyVersion } from '#shared/company-desk.ts'
import { firstDraft, withPhoneLink } from '#shared/company-draft.ts'
import { photoIds } from '#shared/company-photos.ts'
import { type Company, companySchema } from '#shared/company-schema.ts'

const draftSetting = 'company-draft'
const versionsSetting = 'company-versions'
const contentSetting = (number: number) => `company-version-${number}`

/** Publishing a version removes those beyond these. */
const versionsToKeep = 10

const instant = z.pipe(
  z.string(),
  z.transform((text: string) => new Date(text)),
)

const draftSchema = z.object({
  company: companySchema,
  revision: z.int(),
  changedBy: z.string(),
  changedAt: instant,
})

const versionsSchema = z.array(
  z.object({
    number: z.int(),
    publishedAt: instant,
    publishedBy: z.string(),
    sameAs: z.optional(z.int()),
  }),
)

type Deps = {
  readonly database: Pick<Database, 'read' | 'transaction'>
  readonly clock: Clock
  readonly user: AuditPerson
}

async function readValue({ setting }: Pick<ReadClient, 'setting'>, name: string): Promise<unknown> {
  const stored = await setting.findUnique({ where: { name }, select: { value: true } })
  return stored ? JSON.parse(stored.value) : undefined
}

/** Undefined before the first save. */
export async function readDraft(read: Pick<ReadClient, 'setting'>) {
  const stored = await readValue(read, draftSetting)
  return stored === undefined ? undefined : draftSchema.parse(stored)
}

/** The newest comes first. */
export async function readVersions(read: Pick<ReadClient, 'setting'>): Promise<readonly CompanyVersion[]> {
  return versionsSchema.parse((await readValue(read, versionsSetting)) ?? [])
}

/** @throws {Error} for a version that was removed */
export async function readVersion(read: Pick<ReadClient, 'setting'>, number: number): Promise<Company> {
  return companySchema.parse(await readValue(read, contentSetting(number)))
}

/** The draft, or one made from the company file before the first save. */
export async function readDesk(read: Pick<ReadClient, 'setting'>): Promise<CompanyDesk> {
  const [draft, versions] = [await readDraft(read), await readVersions(read)]
  const published = versions[0] && (await readVersion(read, versions[0].number))
  return {
    draft: draft?.company ?? firstDraft(),
    revision: draft?.revision ?? 0,
    changedBy: draft?.changedBy ?? null,
    changedAt: draft?.changedAt ?? null,
    isPublished: published !== undefined && JSON.stringify(published) === JSON.stringify(draft?.company),
    versions,
  }
}

/**
 * @param input with the revision that its editor began with
 * @throws {AppError} `conflict` if somebody else saved meanwhile; `insufficient_role`
 */
export async function saveDraft(
  { database, clock, user }: Deps,
  input: { readonly revision: number; readonly company: Company },
): Promise<{ revision: number }> {
  const now = clock.now()
  const revision = input.revision + 1
  await database.transaction(async (transaction, statements) => {
    await statements.lock([`setting ${draftSetting}`])
    await assertStillAllowed(transaction, { user })
    assertCurrent(await readDraft(transaction), input.revision)
    const draft = { company: withPhoneLink(input.company), revision, changedBy: user.email, changedAt: now }
    await writeSetting(transaction, statements, { name: draftSetting, value: JSON.stringify(draft), now })
  })
  return { revision }
}

function assertCurrent(draft: { readonly revision: number } | undefined, revision: number): void {
  if ((draft?.revision ?? 0) !== revision) throw new AppError('conflict', 'Somebody else changed this meanwhile.')
}

/**
 * The draft with this revision, to be published or shown.
 *
 * @throws {AppError} `conflict` if somebody else saved meanwhile; `invalid` before the first save
 */
export async function readDraftToPublish(read: Pick<ReadClient, 'setting'>, revision: number): Promise<Company> {
  const draft = await readDraft(read)
  assertCurrent(draft, revision)
  if (!draft) throw new AppError('invalid', 'Save the company first.')
  return draft.company
}

/** @throws {AppError} `not_found` for a version that was removed */
export async function readFormerVersion(read: Pick<ReadClient, 'setting'>, number: number): Promise<Company> {
  const versions = await readVersions(read)
  if (!versions.some((version) => version.number === number))
    throw new AppError('not_found', 'This version is no longer there.')
  return await readVersion(read, number)
}

/**
 * Puts a company in force. Its pages have to be rendered already.
 *
 * @param sameAs the number of the former version that it is taken from
 * @throws {AppError} `insufficient_role`
 */
export async function addVersion(
  { database, clock, user }: Deps,
  company: Company,
  sameAs?: number,
): Promise<{ number: number }> {
  const now = clock.now()
  return await database.transaction(async (transaction: Transaction, statements) => {
    await statements.lock([`setting ${versionsSetting}`])
    await assertStillAllowed(transaction, { user })
    const versions = await readVersions(transaction)
    const number = (versions[0]?.number ?? 0) + 1
    const added = { number, publishedAt: now, publishedBy: user.email, sameAs }
    const remaining = [added, ...versions].slice(0, versionsToKeep)
    const value = JSON.stringify(company)
    await transaction.setting.create({ data: { name: contentSetting(number), value, createdAt: now } })
    await writeSetting(transaction, statements, { name: versionsSetting, value: JSON.stringify(remaining), now })
    const removed = versions.slice(versionsToKeep - 1).map((version) => contentSetting(version.number))
    if (removed.length > 0) await transaction.setting.deleteMany({ where: { name: { in: removed } } })
    await addAuditEntry(transaction, { kind: 'company.published', actor: user, details: { number }, now })
    return { number }
  })
}

/** Finds the uploaded photographs of the draft and of the versions that were not removed. */
export async function readCompanyPhotos(read: Pick<ReadClient, 'setting'>): Promise<string[]> {
  const where = { name: { startsWith: 'company-' } }
  const settings = await read.setting.findMany({ where, select: { value: true } })
  return settings.flatMap(({ value }) => photoIds(JSON.parse(value)))
}

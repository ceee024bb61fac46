import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import { addMs, type Clock } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { addEvent, newEvent } from '#server/estimates/timeline/estimate-events.ts'
import { wordsLock } from '#server/estimates/work/estimate-work.ts'
import { queueVisitorMails } from '#server/mail/messages/visitor-mails.ts'
import { companyPhotosKey } from '#shared/company-photos.ts'
import { minuteMs } from '#shared/durations.ts'
import { latePhotosMs, maxPhotos, photoFileName, photoProblems } from '#shared/estimates/photos.ts'
import { type ReadPhoto, unavailable } from './read-photo.ts'

/** How many photos may wait for their requests, all visitors together. They have a few gigabytes at most. */
const maxWaiting = 2_000

/** Photos that arrive within this time are one event of the timeline, and one email. */
const togetherMs = 10 * minuteMs

/** What sent a photo: the form with this key, the visitor's page of a request, or an administrator for the site. */
export type PhotoOwner = { readonly requestKey: string } | { readonly estimateId: string } | 'company'

type StoreDeps = { readonly database: Pick<Database, 'read' | 'transaction'>; readonly clock: Clock }

/**
 * Stores a photo for its request, or, from a form that was not sent yet, to wait for it. The same id again stores nothing.
 *
 * @param id made by the browser
 * @throws {AppError} `conflict` with a sentence for the visitor; `unavailable`
 */
export async function storePhoto(deps: StoreDeps, owner: PhotoOwner, id: string, photo: ReadPhoto): Promise<void> {
  if (owner === 'company') return await storeCompanyPhoto(deps, id, photo)
  // A form may be sent between the look for its request and the lock.
  while (!(await tryToStore(deps, owner, id, photo)));
}

async function storeCompanyPhoto({ database, clock }: StoreDeps, id: string, photo: ReadPhoto): Promise<void> {
  const place = { estimateId: null, requestKey: companyPhotosKey }
  await database.transaction(async (transaction) => {
    if (await isStored(transaction, id, place)) return
    await createPhoto(transaction, { id, ...place, createdAt: clock.now() }, photo)
  })
}

async function tryToStore(
  { database, clock }: StoreDeps,
  owner: Exclude<PhotoOwner, 'company'>,
  id: string,
  photo: ReadPhoto,
) {
  const now = clock.now()
  const isForm = 'requestKey' in owner
  const where = isForm ? { requestKey: owner.requestKey } : { id: owner.estimateId }
  const known = await database.read.projectEstimate.findUnique({ where, select: { id: true } })
  return await database.transaction(async (transaction, statements) => {
    await statements.lock([...(isForm ? [owner.requestKey] : []), ...(known ? [wordsLock(known.id)] : [])])
    const request = await readRequest(transaction, where)
    if (request?.id !== known?.id) return false
    assertInTime(request, isForm, now)
    const place = request ? { estimateId: request.id } : { estimateId: null, ...owner }
    if (await isStored(transaction, id, place)) return true
    await assertRoom(transaction, place)
    await createPhoto(transaction, { id, ...place, createdAt: now }, photo)
    if (request) await noteAdded(transaction, request, { isForm, now })
    return true
  })
}

function readRequest({ projectEstimate }: Transaction, where: Prisma.ProjectEstimateWhereUniqueInput) {
  return projectEstimate.findUnique({
    where,
    select: { id: true, createdAt: true, erasedAt: true, quarantinedAt: true },
  })
}

type FoundRequest = NonNullable<Awaited<ReturnType<typeof readRequest>>>

/** @throws {AppError} `conflict` */
function assertInTime(request: FoundRequest | null, isForm: boolean, now: Date): void {
  const isLate = request ? isForm && request.createdAt <= addMs(now, -latePhotosMs) : !isForm
  if (isLate || request?.erasedAt) throw new AppError('conflict', photoProblems.tooLate)
}

async function createPhoto(
  { storedFile, fileContent }: Transaction,
  place: Place & { readonly id: string; readonly createdAt: Date },
  { width, height, small, bytes }: ReadPhoto,
): Promise<void> {
  const name = photoFileName(place.id)
  await storedFile.create({ data: { ...place, name, type: 'image/jpeg', width, height } })
  // Creating one alone would read its bytes back.
  await fileContent.createMany({
    data: [{ fileId: place.id, small: new Uint8Array(small), bytes: new Uint8Array(bytes) }],
  })
}

type Place = { readonly estimateId: string | null; readonly requestKey?: string }

/** @throws {AppError} `conflict` for another photo with the id */
async function isStored({ storedFile }: Transaction, id: string, place: Place): Promise<boolean> {
  const stored = await storedFile.findUnique({ where: { id } })
  if (!stored) return false
  const isSame = stored.estimateId === place.estimateId && (place.estimateId || stored.requestKey === place.requestKey)
  if (!isSame) throw new AppError('conflict', photoProblems.unreadable)
  return true
}

async function assertRoom({ storedFile }: Transaction, place: Place): Promise<void> {
  const photos = await storedFile.count({ where: { ...place, width: { not: null } } })
  // A form that lost its connection may not have told of those that were removed.
  if (photos >= (place.estimateId ? maxPhotos : 2 * maxPhotos)) throw new AppError('conflict', photoProblems.tooMany)
  const waiting = { estimateId: null, requestKey: { not: companyPhotosKey } }
  if (!place.estimateId && (await storedFile.count({ where: waiting })) >= maxWaiting)
    throw unavailable('too many photos wait for their requests')
}

/** The form's own photos belong to the email about the new request. */
async function noteAdded(
  transaction: Transaction,
  { id: estimateId, quarantinedAt }: FoundRequest,
  { isForm, now }: { readonly isForm: boolean; readonly now: Date },
): Promise<void> {
  await transaction.projectEstimate.updateMany({ where: { id: estimateId }, data: { version: { increment: 1 } } })
  const since = addMs(now, -togetherMs)
  const event = { estimateId, kind: 'visitor_photos', at: { gt: since } }
  if (await transaction.estimateEvent.findFirst({ where: event, select: { id: true } })) return
  const { version } = await transaction.projectEstimate.findUniqueOrThrow({
    where: { id: estimateId },
    select: { version: true },
  })
  await addEvent(
    transaction,
    newEvent({ estimateId, actor: null, at: now, version, change: { kind: 'visitor_photos' } }),
  )
  if (!isForm && !quarantinedAt) await queueVisitorMails(transaction, ['visitor.changed'], { estimateId, now })
}

/** Only a photo that waits for its request can be removed by its form. */
export async function removeWaitingPhoto({ database }: StoreDeps, requestKey: string, id: string): Promise<void> {
  await database.transaction(({ storedFile }) => storedFile.deleteMany({ where: { id, requestKey } }))
}

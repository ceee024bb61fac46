import { v7 as newId } from 'uuid'
import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { readChangesSince, readEvents } from '#server/estimates/timeline/estimate-events.ts'
import { requestLinkEnd, requestPath } from '#server/mail/messages/request-link.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import type { TimelineEvent } from '#shared/estimates/estimate-work.ts'
import { maxCents } from '#shared/estimates/proposals.ts'
import {
  maxProposals,
  type ProposalAnswer,
  type ProposalDraft,
  proposalTotal,
  type SaveProposal,
  type SeenDraft,
  type SendProposal,
  type WithdrawProposal,
  type WrittenProposal,
} from '#shared/estimates/written-proposals.ts'
import { saveChange, type WorkDeps } from './change-estimate.ts'
import { erasedEstimate, noSuchEstimate, readWork, type WorkState, wordsLock } from './estimate-work.ts'

type ProposalDeps = { readonly database: Database; readonly clock: Clock }

const select = {
  id: true,
  number: true,
  lines: true,
  note: true,
  starts: true,
  duration: true,
  validUntil: true,
  remind: true,
  revision: true,
  sentAt: true,
  openedAt: true,
  withdrawnAt: true,
  answer: true,
  answerText: true,
  answeredAt: true,
  file: { select: { id: true, name: true } },
} as const satisfies Prisma.ProposalSelect

/** @returns the newest number first */
export async function readProposals({ read, queries }: Database, estimateId: string): Promise<WrittenProposal[]> {
  const where = { estimateId }
  const rows = await read.proposal.findMany({ where, orderBy: { number: 'desc' }, select })
  const sizes = rows.some(({ file }) => file) ? await queries.fileSizes(estimateId) : undefined
  return rows.map((row) => ({
    ...row,
    lines: JSON.parse(row.lines),
    file: row.file && { ...row.file, bytes: sizes?.get(row.file.id) ?? 0 },
    sentAt: row.sentAt?.toISOString() ?? null,
    openedAt: row.openedAt?.toISOString() ?? null,
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
    // Only the visitor's page writes it.
    answer: row.answer as ProposalAnswer | null,
    answeredAt: row.answeredAt?.toISOString() ?? null,
  }))
}

async function readProposal(database: Database, estimateId: string, proposalId: string): Promise<WrittenProposal> {
  const proposal = (await readProposals(database, estimateId)).find(({ id }) => id === proposalId)
  if (!proposal) throw noSuchProposal()
  return proposal
}

/**
 * @returns `link` is the address of the visitor's page, while it works
 * @throws {AppError} `not_found`
 */
export async function listProposals(
  deps: ProposalDeps & { readonly serverKey: Buffer; readonly config: { readonly appOrigin: string } },
  id: string,
): Promise<{ proposals: WrittenProposal[]; link: string | null }> {
  const { database, clock, serverKey, config } = deps
  const estimate = await database.read.projectEstimate.findUnique({
    where: { id },
    select: { createdAt: true, erasedAt: true },
  })
  if (!estimate) throw noSuchEstimate()
  const proposals = await readProposals(database, id)
  const works = estimate.erasedAt === null && clock.now() < requestLinkEnd(estimate.createdAt, proposals)
  return { proposals, link: works ? `${config.appOrigin}${requestPath(serverKey, id)}` : null }
}

/**
 * Saves a draft as it is typed, or starts one.
 *
 * @throws {AppError} `not_found`; `conflict` for an outdated revision, a second draft, after the last proposal, and for an
 *   erased estimate
 */
export async function saveDraft(
  { database, clock }: ProposalDeps,
  { id, proposalId, revision, draft }: SaveProposal,
): Promise<WrittenProposal> {
  const { lines, ...texts } = draft
  const columns = { ...texts, lines: JSON.stringify(lines) }
  const savedId = await changeDraft(database, id, async (transaction) => {
    if (proposalId === null) {
      const draftId = newId({ msecs: clock.now().getTime() })
      const number = await nextNumber(transaction, id)
      await transaction.proposal.create({ data: { ...columns, id: draftId, estimateId: id, number } })
      return draftId
    }
    await writeDraft(transaction, { id, proposalId, revision }, columns)
    return proposalId
  })
  return await readProposal(database, id, savedId)
}

async function nextNumber({ proposal }: Transaction, estimateId: string): Promise<number> {
  const earlier = await proposal.findMany({ where: { estimateId }, select: { number: true, sentAt: true } })
  if (earlier.some(({ sentAt }) => sentAt === null))
    throw new AppError('conflict', 'There is already a draft of a proposal for this request.')
  if (earlier.length >= maxProposals)
    throw new AppError('conflict', `At most ${maxProposals} proposals can be sent for one request.`)
  return Math.max(0, ...earlier.map(({ number }) => number)) + 1
}

/** @throws {AppError} like {@link saveDraft} */
export async function discardDraft({ database }: ProposalDeps, seen: SeenDraft): Promise<void> {
  await changeDraft(database, seen.id, async (transaction) => {
    const { fileId } = await assertDraft(transaction, seen)
    await transaction.proposal.deleteMany({ where: { id: seen.proposalId } })
    if (fileId) await transaction.storedFile.deleteMany({ where: { id: fileId } })
  })
}

/** @throws {AppError} like {@link saveDraft} */
export async function removeDraftFile({ database }: ProposalDeps, seen: SeenDraft): Promise<WrittenProposal> {
  await changeDraft(database, seen.id, async (transaction) => {
    const { fileId } = await assertDraft(transaction, seen)
    if (!fileId) return
    await writeDraft(transaction, seen, { fileId: null })
    await transaction.storedFile.deleteMany({ where: { id: fileId } })
  })
  return await readProposal(database, seen.id, seen.proposalId)
}

/**
 * One after the other, also with a send or an upload. Changes of drafts make no version of the estimate, so that nobody's page
 * asks for a reload with each word.
 */
async function changeDraft<Result>(
  { transaction: run }: Database,
  estimateId: string,
  change: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return await run(async (transaction, statements) => {
    await statements.lock([wordsLock(estimateId)])
    const { work } = await readWork(transaction, estimateId)
    if (work.erasedAt) throw erasedEstimate()
    return await change(transaction)
  })
}

/** @throws {AppError} `not_found`, `conflict` */
async function assertDraft({ proposal }: Transaction, { id: estimateId, proposalId, revision }: SeenDraft) {
  const found = await proposal.findFirst({
    where: { id: proposalId, estimateId },
    select: { number: true, lines: true, validUntil: true, sentAt: true, revision: true, fileId: true },
  })
  if (!found) throw noSuchProposal()
  if (found.sentAt) throw new AppError('conflict', 'This proposal was already sent. It can no longer be changed.')
  if (found.revision !== revision)
    throw new AppError('conflict', 'This draft has been changed in the meantime. Nothing was saved.')
  return found
}

async function writeDraft(
  transaction: Transaction,
  seen: SeenDraft,
  columns: Prisma.ProposalUncheckedUpdateManyInput,
): Promise<void> {
  await assertDraft(transaction, seen)
  const { proposalId: id, revision } = seen
  await transaction.proposal.updateMany({ where: { id }, data: { ...columns, revision: revision + 1 } })
}

/**
 * Sends a draft to the visitor, whose page then shows it. The first proposal of an estimate stops its clock. Wake the
 * outbox afterwards.
 *
 * @throws {AppError} like {@link saveChange}; `not_found`; `invalid`, at the field `lines` or `validUntil`; `conflict` if it may
 *   not be sent, or was, which says by whom
 */
export async function sendProposal(
  deps: WorkDeps,
  { proposalId, revision, withoutEmail = false, ...seen }: SendProposal,
): Promise<WorkState> {
  const now = deps.clock.now()
  const plan = async (work: WorkState['work'], transaction: Transaction) => {
    const { quarantine, firstContactAt, outcome, withdrawnAt } = work
    const draft = await assertUnsent(transaction, { id: seen.id, proposalId, revision })
    if (quarantine)
      throw new AppError('conflict', 'This request is possible spam. Press Not spam before you send emails.')
    if (firstContactAt === null)
      throw new AppError('conflict', 'Nobody has contacted this customer yet. Log the contact first.')
    if (outcome !== 'open')
      throw new AppError('conflict', 'This request is won or lost. Set its outcome to open before you send a proposal.')
    if (withdrawnAt) throw new AppError('conflict', 'The customer has withdrawn this request.')
    const { received } = await readWork(transaction, seen.id)
    const hasEmail = received.email !== ''
    if (!hasEmail && !withoutEmail) throw new AppError('conflict', 'This request has no email address.')
    const cents = assertComplete({ lines: JSON.parse(draft.lines), validUntil: draft.validUntil }, now)

    await transaction.proposal.updateMany({ where: { id: proposalId }, data: { sentAt: now } })
    // The same id: another message for this proposal would break the key.
    const message = { id: proposalId, kind: 'proposal.sent', estimateId: seen.id }
    if (hasEmail) await transaction.outboxMessage.create({ data: { ...message, createdAt: now, nextAttemptAt: now } })
    const proposalSentAt = work.proposalSentAt === null ? now : new Date(work.proposalSentAt)
    return {
      columns: { proposalSentAt, proposalCents: cents },
      change: { kind: 'proposal_sent', number: draft.number, cents } as const,
    }
  }
  try {
    return await saveChange(deps, seen, plan, wordsLock(seen.id))
  } catch (error) {
    const stale = error instanceof AppError ? error.stale : undefined
    const sent = stale?.changes.findLast(isSent)
    if (!stale || !sent) throw error
    throw new AppError('conflict', sentBy(sent), { stale })
  }
}

async function assertUnsent(transaction: Transaction, seen: SeenDraft) {
  const sent = await transaction.proposal.findFirst({
    where: { id: seen.proposalId, estimateId: seen.id, sentAt: { not: null } },
    select: { number: true },
  })
  if (!sent) return await assertDraft(transaction, seen)
  const events = await readEvents(transaction, seen.id)
  const event = events.map(({ event }) => event).findLast((one) => isSent(one) && one.number === sent.number)
  throw new AppError('conflict', sentBy(event))
}

const isSent = (event: TimelineEvent) => event.kind === 'proposal_sent'

function sentBy(event: TimelineEvent | undefined): string {
  return `${event?.by ?? 'A colleague'} has already sent this proposal.`
}

/**
 * @returns the total in cents
 * @throws {AppError} `invalid`
 */
function assertComplete({ lines, validUntil }: Pick<ProposalDraft, 'lines' | 'validUntil'>, now: Date): number {
  const cents = proposalTotal(lines)
  if (lines.some((line) => line.text.trim() === '' || (line.cents ?? 0) < 1))
    throw invalid('lines', 'Every line needs a text and an amount of at least $0.01.')
  if (cents > maxCents) throw invalid('lines', 'The total can be at most $99,999,999.99.')
  if (validUntil < newYorkDay(now)) throw invalid('validUntil', 'Please choose today or a later day.')
  return cents
}

function invalid(field: string, problem: string): AppError {
  return new AppError('invalid', problem, { fieldErrors: { [field]: [problem] } })
}

/**
 * Takes back a proposal that was sent. The one that it had replaced counts again.
 *
 * @throws {AppError} like {@link saveChange}; `not_found`; `conflict` for a draft
 */
export function withdrawProposal(deps: WorkDeps, { proposalId, ...seen }: WithdrawProposal): Promise<WorkState> {
  const now = deps.clock.now()
  const plan = async (_work: WorkState['work'], transaction: Transaction) => {
    const { proposal } = transaction
    const proposals = await proposal.findMany({ where: { estimateId: seen.id } })
    const found = proposals.find(({ id }) => id === proposalId)
    if (!found) throw noSuchProposal()
    if (!found.sentAt) throw new AppError('conflict', 'This proposal was not sent. Discard the draft instead.')
    if (found.withdrawnAt) return undefined
    await proposal.updateMany({ where: { id: proposalId }, data: { withdrawnAt: now } })
    const withdrawn = proposals.filter((one) => one === found || one.withdrawnAt).map(({ number }) => number)
    return {
      columns: { proposalCents: await readLastCents(transaction, seen.id, withdrawn) },
      change: { kind: 'proposal_withdrawn', number: found.number } as const,
    }
  }
  return saveChange(deps, seen, plan, wordsLock(seen.id))
}

/** The amount of the last proposal that counts, which may be one that was logged. */
async function readLastCents(
  transaction: Transaction,
  estimateId: string,
  withdrawn: readonly number[],
): Promise<number | null> {
  const amounts: (number | null)[] = []
  for (const event of await readChangesSince(transaction, { id: estimateId, version: 0 })) {
    if (event.kind === 'proposal') amounts.push(event.cents)
    if (event.kind === 'proposal_sent' && !withdrawn.includes(event.number)) amounts.push(event.cents)
    // Nothing else happened in between.
    if (event.kind === 'undone' && event.what === 'proposal') amounts.pop()
  }
  return amounts.at(-1) ?? null
}

function noSuchProposal(): AppError {
  return new AppError('not_found', 'There is no such proposal.')
}

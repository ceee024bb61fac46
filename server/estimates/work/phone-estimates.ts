import { v7 as newId } from 'uuid'
import type { Clock } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import type { EarlierEstimates } from '#server/database/queries/related-estimates.ts'
import { AppError } from '#server/errors.ts'
import { estimateKeys } from '#server/estimates/matching/estimate-keys.ts'
import { phoneEstimateDigests } from '#server/estimates/submit/estimate-digests.ts'
import { newEstimateMessages } from '#server/estimates/submit/estimate-messages.ts'
import { toLeadSource } from '#server/estimates/submit/first-touch.ts'
import { newReference } from '#server/estimates/submit/reference.ts'
import { type Actor, addEvent, newEvent } from '#server/estimates/timeline/estimate-events.ts'
import { storedAnswers } from '#shared/estimates/answers.ts'
import type { EstimateSource } from '#shared/estimates/estimate-source.ts'
import type { estimateStatuses } from '#shared/estimates/estimate-status.ts'
import { phoneSource } from '#shared/estimates/lead-source.ts'
import { type Caller, callTimeProblem, type PhoneEstimate } from '#shared/estimates/phone-estimate.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import { bareAddress } from '#shared/field-atoms.ts'
import { contactColumns } from './proposals.ts'

type PhoneEstimateDeps = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly user: Actor
}

type EarlierDeps = { readonly database: Pick<Database, 'queries'>; readonly clock: Clock }

/**
 * Finds the newest request with the email address or phone number of a caller, as the list of earlier requests does.
 *
 * @throws {DatabaseUnavailable}
 */
export async function findEarlier(
  { database, clock }: EarlierDeps,
  { email = '', phone }: Caller,
): Promise<EarlierEstimates> {
  const other = { name: '', location: '', reference: '', projectDescription: null, specificRequirements: null }
  const keys = estimateKeys({ ...other, email: bareAddress(email), phone: phone ?? null })
  return await database.queries.earlierEstimates({ ...keys, id: '', createdAt: clock.now() }, 1)
}

type AddedEstimate = { readonly id: string; readonly reference: string }

/**
 * Stores an estimate that came by phone, with the call as its first contact: both count from the time of the call. Only
 * the customer gets an email, if wanted: wake the outbox afterwards. Spam checks and the limits for visitors do not apply.
 * The same key with the same values returns the earlier estimate.
 *
 * @throws {AppError} `invalid`, at the field `calledAt`; `conflict`: the key was used for other values
 * @throws {DatabaseUnavailable} nothing was stored
 * @throws on a reference collision; a retry makes sense
 */
export async function addPhoneEstimate(
  { database, clock, user }: PhoneEstimateDeps,
  call: PhoneEstimate,
): Promise<AddedEstimate> {
  const now = clock.now()
  const problem = callTimeProblem(call.calledAt, now)
  if (problem) throw new AppError('invalid', problem, { fieldErrors: { calledAt: [problem] } })
  const digests = phoneEstimateDigests(call)
  return await database.transaction(async (transaction, statements) => {
    // Of two equal concurrent requests, one waits here.
    await statements.lock([call.requestKey])
    const stored = await transaction.projectEstimate.findUnique({
      where: { requestKey: call.requestKey },
      select: { id: true, reference: true, valuesDigest: true },
    })
    if (stored && stored.valuesDigest !== digests.valuesDigest)
      throw new AppError(
        'conflict',
        'This request was already saved with other details. Send it again to add another one.',
      )
    if (stored) return { id: stored.id, reference: stored.reference }
    return await store(transaction, { call, digests, now, actor: user })
  })
}

type NewCall = {
  readonly call: PhoneEstimate
  readonly digests: ReturnType<typeof phoneEstimateDigests>
  readonly now: Date
  readonly actor: Actor
}

async function store(transaction: Transaction, { call, digests, now, actor }: NewCall): Promise<AddedEstimate> {
  const { caller, heardFrom, note, requestKey, sendConfirmation, calledAt, ...fields } = call
  // A browser's clock may be a little fast.
  const at = calledAt > now ? now : calledAt
  const id = newId({ msecs: at.getTime() })
  const reference = newReference()
  const stored = storedAnswers(fields)
  await transaction.projectEstimate.create({
    data: {
      id,
      reference,
      ...stored,
      ...estimateKeys({ ...stored, reference }),
      source: 'phone' satisfies EstimateSource,
      leadSource: heardFrom === undefined ? phoneSource : toLeadSource(heardFrom),
      // Any first contact moves an estimate to in progress.
      status: 'in_progress' satisfies (typeof estimateStatuses)[number],
      createdAt: at,
      ...contactColumns(at),
      dueAt: responseDueAt(at),
      requestKey,
      ...digests,
    },
  })
  const changes = [
    { at, change: { kind: 'contact', channel: 'call', note: note ?? null } },
    { at: now, change: { kind: 'entered', caller: caller ?? null } },
  ] as const
  for (const change of changes) await addEvent(transaction, newEvent({ estimateId: id, actor, ...change }))
  if (sendConfirmation)
    await transaction.outboxMessage.createMany({ data: newEstimateMessages(id, now, ['estimate.visitor']) })
  return { id, reference }
}

import type { Statements, Transaction } from '#server/database/database.ts'
import { noKeys } from '#server/estimates/matching/estimate-keys.ts'
import { type Actor, newEvent } from '#server/estimates/timeline/estimate-events.ts'
import { wordsLock } from '#server/estimates/work/estimate-work.ts'
import { queueVisitMails } from '#server/mail/messages/visit-mails.ts'
import { isAhead } from '#server/visits/visit-conditions.ts'
import { erasedName } from '#shared/erasure.ts'
import { heardFromOptions, otherSource, phoneSource } from '#shared/estimates/lead-source.ts'
import { proposalTotal } from '#shared/estimates/written-proposals.ts'
import { lockRemains, markRemains } from './remains.ts'

type Erasure = {
  readonly ids: readonly string[]
  /** It is null for the site itself. */
  readonly actor: Actor | null
  readonly cause: 'request' | 'retention'
  readonly at: Date
}

/** Keeps all fields that are not personal, and so all counts. Equal digests of other submissions are impossible. */
const erasedColumns = {
  name: erasedName,
  email: '',
  phone: null,
  bestTime: null,
  location: '',
  projectDescription: null,
  squareFootage: null,
  propertyType: null,
  specificRequirements: null,
  utmMedium: null,
  utmCampaign: null,
  referrerHost: null,
  landingPath: null,
  outcomeReason: null,
  followUpOn: null,
  valuesDigest: 'erased',
  senderDigest: 'erased',
  ...noKeys,
} as const

/** The locks that {@link eraseEstimates} needs. They must come first in its transaction, all at once. */
export function erasureLocks(ids: readonly string[]): string[] {
  return [lockRemains, ...ids.map(wordsLock)]
}

/**
 * Erases what some estimates say about a person: the answers, the words of the timeline and of proposals, files, and the
 * emails that were not sent yet. What happened, when and by whom stays, and one event tells of the erasure. Saves that began before are refused.
 *
 * @returns how many were erased; earlier erasures do not count
 */
export async function eraseEstimates(
  transaction: Transaction,
  statements: Statements,
  { ids, actor, cause, at }: Erasure,
): Promise<number> {
  const { projectEstimate, outboxMessage, estimateEvent } = transaction
  const where = { id: { in: [...ids] }, erasedAt: null }
  const present = await projectEstimate.findMany({ where, select: { id: true, requestKey: true } })
  const erased = present.map(({ id }) => id)
  if (erased.length === 0) return 0
  const isErased = { id: { in: erased } }
  const { count } = await projectEstimate.updateMany({
    where: { ...isErased, erasedAt: null },
    data: { ...erasedColumns, erasedAt: at, version: { increment: 1 } },
  })
  // A caller's own words may name someone. Other lead sources stay, since reports count by them.
  await projectEstimate.updateMany({
    where: { ...isErased, source: 'phone', NOT: { leadSource: { in: [phoneSource, ...heardFromOptions] } } },
    data: { leadSource: otherSource },
  })
  await statements.eraseEventWords(erased)
  const ofErased = { estimateId: { in: erased } }
  await eraseProposals(transaction, ofErased)
  // A form may have sent more photos than it named.
  const requestKey = { in: present.map((estimate) => estimate.requestKey) }
  await transaction.storedFile.deleteMany({ where: { OR: [ofErased, { requestKey }] } })
  await outboxMessage.deleteMany({ where: { ...ofErased, state: 'pending' } })
  // Emails about erased estimates cannot be sent again.
  await outboxMessage.updateMany({ where: { ...ofErased, state: 'failed' }, data: { state: 'replaced' } })
  await outboxMessage.updateMany({ where: ofErased, data: { lastError: null } })
  // The name of a file has nothing personal, and says that nothing was sent.
  await outboxMessage.updateMany({
    where: { ...ofErased, NOT: { providerId: { endsWith: '.eml' } } },
    data: { providerId: null },
  })
  await eraseVisits(transaction, ofErased, at)
  const rows = await projectEstimate.findMany({ where: isErased, select: { id: true, version: true } })
  await estimateEvent.createMany({
    data: rows.map(({ id, version }) =>
      newEvent({ estimateId: id, actor, at, version, change: { kind: 'erased', cause } }),
    ),
  })
  await markRemains(transaction, at)
  return count
}

/** The totals, the days and the answers stay. Drafts were never proposals. */
async function eraseProposals(
  { proposal }: Transaction,
  ofErased: { readonly estimateId: { readonly in: string[] } },
): Promise<void> {
  await proposal.deleteMany({ where: { ...ofErased, sentAt: null } })
  for (const { id, lines } of await proposal.findMany({ where: ofErased, select: { id: true, lines: true } })) {
    const total = JSON.stringify([{ text: '', cents: proposalTotal(JSON.parse(lines)) }])
    await proposal.updateMany({ where: { id }, data: { ...erasedProposal, lines: total } })
  }
}

const erasedProposal = { note: '', starts: '', duration: '', answerText: null, remind: false, fileId: null } as const

/** Calls off those that are ahead. Who makes one is told so, without the customer; the customer is not. */
async function eraseVisits(
  transaction: Transaction,
  ofErased: { readonly estimateId: { readonly in: string[] } },
  at: Date,
): Promise<void> {
  const ahead = await transaction.visit.findMany({
    where: { ...ofErased, ...isAhead },
    select: { id: true, sequence: true, assignee: { select: { email: true } } },
  })
  for (const { id, sequence, assignee } of ahead) {
    await transaction.visit.updateMany({ where: { id }, data: { calledOffAt: at, sequence: sequence + 1 } })
    const staff = assignee ? [assignee.email] : []
    // The emails that waited are gone, and with them whether they were tried, so nobody counts as a loser.
    const news = { visitId: id, estimateId: null, tellsVisitor: false, staff, losers: [], now: at }
    await queueVisitMails(transaction, news)
  }
  await transaction.visit.updateMany({ where: ofErased, data: { place: '' } })
}

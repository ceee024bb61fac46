import type { Database } from '#server/database/database.ts'
import { awaitsReminder, findMailedProposal, queueVisitorMails } from '#server/mail/messages/visitor-mails.ts'
import { countBusinessDays, isBusinessDay } from '#shared/business-days.ts'
import { companyHours } from '#shared/business-hours.ts'
import { addDays, newYorkDay, newYorkMinutes, startOfNewYorkDay } from '#shared/calendar-days.ts'

/** In business days after the proposal was sent. */
const remindedAfter = 3

/** In days. After an outage, a reminder of an older proposal would puzzle its reader. */
const maxLate = 14

/** Where the hours are unknown, a day opens so many minutes after midnight. */
const usualOpening = 9 * 60

/** Few enough that no request waits long for the transaction. */
const batchSize = 100

/**
 * Queues the one reminder of each proposal that was sent three business days ago and awaits an answer, while the office is
 * open, however many processes call this at the same time. Wake the outbox if there were any.
 *
 * @returns how many were queued
 */
export async function queueProposalReminders({ read, transaction }: Database, now: Date): Promise<number> {
  const today = newYorkDay(now)
  if (!isBusinessDay(today) || newYorkMinutes(now) < (companyHours()?.opens ?? usualOpening)) return 0
  let last = today
  while (countBusinessDays(last, today) < remindedAfter) last = addDays(last, -1)
  const due = await read.proposal.findMany({
    where: {
      remind: true,
      sentAt: { gte: startOfNewYorkDay(addDays(last, -maxLate)), lt: startOfNewYorkDay(addDays(last, 1)) },
    },
    orderBy: { sentAt: 'asc' },
    take: batchSize,
    select: { id: true, estimateId: true },
  })
  if (due.length === 0) return 0
  return await transaction(async (tables) => {
    let queued = 0
    for (const { id, estimateId } of due) {
      // Whoever sets it decides, once. Nothing that happens later makes a reminder due again.
      const { count } = await tables.proposal.updateMany({ where: { id, remind: true }, data: { remind: false } })
      const proposal = count > 0 && (await findMailedProposal(tables, { id, estimateId, createdAt: now }))
      if (!proposal || !(await awaitsReminder(tables, { ...proposal, estimateId }, now))) continue
      await queueVisitorMails(tables, ['proposal.reminder'], { estimateId, now })
      queued += 1
    }
    return queued
  })
}

import { v5 as namedId } from 'uuid'
import type { Database } from '#server/database/database.ts'
import { reminderEvening, visitReminder } from '#server/mail/messages/visit-mails.ts'
import { isAhead, mayBeVisited } from '#server/visits/visit-conditions.ts'
import { addDays, newYorkDay, newYorkInstant, newYorkMinutes, startOfNewYorkDay } from '#shared/calendar-days.ts'

/**
 * Queues one reminder to the visitor of each visit of the next day, in the evening, however many processes call this at the
 * same time. Who was told of the visit since the evening began needs none. Wake the outbox if there were any.
 *
 * @returns how many were queued
 * @throws {DatabaseUnavailable}
 */
export async function queueVisitReminders(
  { read, transaction }: Pick<Database, 'read' | 'transaction'>,
  now: Date,
): Promise<number> {
  const [today, minutes] = [newYorkDay(now), newYorkMinutes(now)]
  if (minutes < reminderEvening.begins || minutes >= reminderEvening.ends) return 0
  const begin = newYorkInstant(today, reminderEvening.begins)
  const visits = await read.visit.findMany({
    where: {
      startsAt: { gte: startOfNewYorkDay(addDays(today, 1)), lt: startOfNewYorkDay(addDays(today, 2)) },
      ...isAhead,
      estimate: { ...mayBeVisited, email: { not: '' } },
    },
    select: { id: true, estimateId: true },
  })
  if (visits.length === 0) return 0
  const ids = visits.map(({ id }) => id)
  const told = {
    where: { visitId: { in: ids }, kind: { in: ['visit.visitor', visitReminder] }, createdAt: { gte: begin } },
    select: { visitId: true },
  }
  const findUntold = async ({ outboxMessage }: Pick<typeof read, 'outboxMessage'>) => {
    const known = new Set((await outboxMessage.findMany(told)).map(({ visitId }) => visitId))
    return visits.filter(({ id }) => !known.has(id))
  }
  if ((await findUntold(read)).length === 0) return 0
  return await transaction(async ({ outboxMessage }, { lock }) => {
    await lock([visitReminder])
    const untold = await findUntold({ outboxMessage })
    const message = { kind: visitReminder, createdAt: now, nextAttemptAt: now }
    await outboxMessage.createMany({
      data: untold.map(({ id: visitId, estimateId }) => ({
        ...message,
        id: namedId(`visit ${visitId} reminded on ${today}`, namedId.URL),
        visitId,
        estimateId,
      })),
    })
    return untold.length
  })
}

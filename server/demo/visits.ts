import { v7 as newId } from 'uuid'
import type { Transaction } from '#server/database/database.ts'
import { newEvent } from '#server/estimates/timeline/estimate-events.ts'
import { addBusinessDays, isBusinessDay } from '#shared/business-days.ts'
import { addDays, newYorkDay, newYorkInstant } from '#shared/calendar-days.ts'
import type { WrittenWork } from './proposals.ts'

type VisitRow = Parameters<Transaction['visit']['create']>[0]['data']

const minutes = { from: 10 * 60, to: 11 * 60 + 30 } as const

/** Plans visits to customers who wait for their proposals: of the business day before, not logged yet, and of the next two. */
export function demoVisits(
  work: readonly WrittenWork[],
  requests: readonly { readonly id: string; readonly location: string }[],
  now: Date,
): { readonly work: WrittenWork[]; readonly visits: VisitRow[] } {
  const visits: VisitRow[] = []
  const locations = new Map(requests.map(({ id, location }) => [id, location]))
  const lastEvent = ({ events }: WrittenWork) => Number(events.at(-1)?.at ?? now)
  const waiting = work
    .filter(
      ({ outcome, assigneeId, proposalSentAt, proposalDueOn, withdrawnAt }) =>
        outcome === 'open' && assigneeId && !proposalSentAt && proposalDueOn && !withdrawnAt,
    )
    // A visit must not be planned after it has taken place.
    .toSorted((one, other) => lastEvent(one) - lastEvent(other))
  const today = newYorkDay(now)
  const days = [lastBusinessDay(addDays(today, -1)), addBusinessDays(today, 1), addBusinessDays(today, 2)]
  const planned = new Map(
    days.flatMap((day, index) => {
      const one = waiting[index]
      return one ? [[one.id, plan(one, day)]] : []
    }),
  )
  return { work: work.map((one) => planned.get(one.id) ?? one), visits }

  function plan(one: WrittenWork, day: string): WrittenWork {
    const { id: estimateId, assigneeId, events } = one
    const [startsAt, endsAt] = [newYorkInstant(day, minutes.from), newYorkInstant(day, minutes.to)]
    visits.push({ id: newId(), estimateId, startsAt, endsAt, assigneeId, place: locations.get(estimateId) ?? '' })
    const last = events.at(-1)
    if (!last) return one
    const version = one.version + 1
    const change = {
      kind: 'visit_planned',
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    } as const
    const event = newEvent({ estimateId, actor: null, at: new Date(last.at), place: 3, version, change })
    const { actorId, actorEmail, actorName } = last
    return { ...one, version, events: [...events, { ...event, actorId, actorEmail, actorName }] }
  }
}

function lastBusinessDay(day: string): string {
  return isBusinessDay(day) ? day : lastBusinessDay(addDays(day, -1))
}

import { v7 as newId } from 'uuid'
import type { Transaction } from '#server/database/database.ts'
import { newEvent } from '#server/estimates/timeline/estimate-events.ts'
import { addBusinessDays } from '#shared/business-days.ts'
import { newYorkDay, newYorkInstant } from '#shared/calendar-days.ts'
import type { WrittenWork } from './proposals.ts'

type VisitRow = Parameters<Transaction['visit']['create']>[0]['data']

const minutes = { from: 10 * 60, to: 11 * 60 + 30 } as const

/** Plans visits of the next two business days, to customers who wait for their proposals. */
export function demoVisits(
  work: readonly WrittenWork[],
  requests: readonly { readonly id: string; readonly location: string }[],
  now: Date,
): { readonly work: WrittenWork[]; readonly visits: VisitRow[] } {
  const visits: VisitRow[] = []
  const locations = new Map(requests.map(({ id, location }) => [id, location]))
  const waiting = work.filter(
    ({ outcome, assigneeId, proposalSentAt, proposalDueOn, withdrawnAt }) =>
      outcome === 'open' && assigneeId && !proposalSentAt && proposalDueOn && !withdrawnAt,
  )
  const planned = new Map(waiting.slice(0, 2).map((one, index) => [one.id, plan(one, index + 1)]))
  return { work: work.map((one) => planned.get(one.id) ?? one), visits }

  function plan(one: WrittenWork, days: number): WrittenWork {
    const { id: estimateId, assigneeId, events } = one
    const day = addBusinessDays(newYorkDay(now), days)
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

import { expect, it } from 'vitest'
import { demoEstimates } from '#server/demo/estimates.ts'
import { demoWork } from '#server/demo/work.ts'
import { estimateOutcomes } from '#shared/estimates/estimate-work.ts'
import { responseState } from '#shared/estimates/response-clock.ts'

const now = new Date('2026-06-15T15:00:00.000Z')
const requests = demoEstimates(300, now)
const staff = [
  { id: 'a', email: 'ana@mail.example' },
  { id: 'b', email: 'ben@mail.example' },
] as const
const work = demoWork(requests, [...staff], now)
const told = requests.map((request, index) => ({ request, ...work[index] }))

/** The details of an event, whatever its kind. */
type Details = { version?: number; from?: string; to?: string; reason?: string | null }
const detailsOf = ({ details }: { details: string }): Details => JSON.parse(details)

it('the same estimates give the same work', () => {
  expect(demoWork(requests, [...staff], now)).toEqual(work)
  const ids = work.flatMap(({ events }) => events.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
})

it('the events are in order, between the submission and now', () => {
  for (const { request, events = [] } of told) {
    const times = [request.createdAt, ...events.map(({ at }) => at)].map((at) => at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThan(now.getTime())
    expect(new Set(events.map(({ estimateId }) => estimateId)).size).toBeLessThan(2)
  }
})

it('the events lead to the columns of each estimate', () => {
  for (const {
    request,
    version,
    firstContactAt,
    outcome,
    outcomeReason,
    assigneeId,
    followUpOn,
    events = [],
  } of told) {
    const last = (kind: string) => {
      const event = events.findLast((one) => one.kind === kind)
      return event && detailsOf(event)
    }
    const versions = events.flatMap((event) => detailsOf(event).version ?? [])
    expect(versions).toEqual(versions.map((_, index) => index + 2))
    expect(version).toBe(versions.at(-1) ?? 1)
    expect(last('status')?.to ?? 'new').toBe(request.status)
    expect(last('outcome')?.to ?? 'open').toBe(outcome)
    expect(last('outcome')?.reason ?? null).toBe(outcomeReason)
    expect(last('follow_up')?.to ?? null).toBe(followUpOn)
    expect(last('assigned')?.to ?? null).toBe(staff.find(({ id }) => id === assigneeId)?.email ?? null)
    expect(events.find(({ kind }) => kind === 'contact')?.at ?? null).toEqual(firstContactAt)
  }
})

it('quarantined estimates have no events but a confirmation as spam', () => {
  const quarantine = told.filter(({ request }) => request.quarantinedAt)
  expect(quarantine.map(({ events = [] }) => events.map(({ kind }) => kind))).toEqual([[], [], [], [], ['spam']])
  expect(quarantine.map(({ spamAt }) => Boolean(spamAt))).toEqual([false, false, false, false, true])
  expect(told.filter(({ spamAt }) => spamAt)).toHaveLength(1)
})

it('every response state, outcome and assignee occurs', () => {
  const states = told.flatMap(({ request: { dueAt }, firstContactAt = null, status = 'new', outcome = 'open' }) =>
    dueAt ? responseState({ dueAt, firstContactAt, status, outcome }, now).kind : [],
  )
  const share = (kind: (typeof states)[number]) => states.filter((state) => state === kind).length / states.length
  expect(share('answered')).toBeGreaterThan(0.6)
  expect(share('answered-late')).toBeGreaterThan(0.05)
  expect(share('answered-late')).toBeLessThan(0.3)
  expect(share('overdue')).toBeGreaterThan(0.01)
  expect(share('overdue')).toBeLessThan(0.2)
  expect(states).toContain('due')
  expect(new Set(work.map(({ outcome }) => outcome))).toEqual(new Set(estimateOutcomes))
  expect(new Set(work.map(({ assigneeId }) => assigneeId))).toEqual(new Set(['a', 'b', null]))
  const today = now.toISOString().slice(0, 10)
  const days = work.flatMap(({ followUpOn }) => followUpOn ?? [])
  expect(days.some((day) => day < today) && days.some((day) => day > today)).toBe(true)
})

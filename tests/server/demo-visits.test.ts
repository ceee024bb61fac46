import { expect, it } from 'vitest'
import { demoEstimates } from '#server/demo/estimates.ts'
import { demoProposals } from '#server/demo/proposals.ts'
import { demoVisits } from '#server/demo/visits.ts'
import { demoWork } from '#server/demo/work.ts'

const staff = [{ id: 'a', email: 'ana@mail.example' }] as const

it.each(['2026-06-15T15:00:00Z', '2026-11-23T14:30:00Z', '2026-12-27T01:15:00Z'])(
  'at %s, a visit waits to be logged and two are ahead, as the events say',
  (at) => {
    const now = new Date(at)
    const requests = demoEstimates(300, now)
    const written = demoProposals(demoWork(requests, staff, now), requests, now)
    const { work, visits } = demoVisits(written.work, requests, now)
    expect(visits.map(({ endsAt }) => Number(endsAt) > now.getTime())).toEqual([false, true, true])
    for (const { estimateId, startsAt, place } of visits) {
      expect(place).not.toBe('')
      const one = work.find(({ id }) => id === estimateId)
      const planned = one?.events.at(-1)
      expect(planned).toMatchObject({ kind: 'visit_planned', actorId: 'a' })
      expect(Number(planned?.at)).toBeLessThan(Number(startsAt))
      expect(JSON.parse(planned?.details ?? '{}')).toMatchObject({ version: one?.version })
    }
  },
)

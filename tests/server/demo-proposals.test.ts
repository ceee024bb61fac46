import { expect, it } from 'vitest'
import { demoEstimates } from '#server/demo/estimates.ts'
import { demoProposals } from '#server/demo/proposals.ts'
import { demoWork } from '#server/demo/work.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import { writtenProposalState } from '#shared/estimates/written-proposals.ts'

const staff = [{ id: 'a', email: 'ana@mail.example' }] as const

it.each(['2026-06-15T15:00:00Z', '2026-11-23T14:30:00Z', '2026-12-27T01:15:00Z'])(
  'written proposals are in every state at %s, as the events say',
  (at) => {
    const now = new Date(at)
    const requests = demoEstimates(300, now)
    const { work, proposals } = demoProposals(demoWork(requests, staff, now), requests, now)
    const states = proposals.map((one) => {
      const row = { openedAt: null, sentAt: null, withdrawnAt: null, answer: null, ...one }
      const isReplaced = proposals.some(
        ({ estimateId, number }) => estimateId === row.estimateId && number > row.number,
      )
      return writtenProposalState(row, isReplaced, newYorkDay(now))
    })
    const all = ['draft', 'sent', 'opened', 'accepted', 'changes', 'declined', 'expired', 'withdrawn', 'replaced']
    expect([...new Set(states)].toSorted()).toEqual(all.toSorted())
    expect(work.filter(({ withdrawnAt }) => withdrawnAt)).toHaveLength(1)
    for (const { events, version, proposalSentAt, proposalCents, id } of work) {
      const versions = events.flatMap(({ details }) => JSON.parse(details).version ?? [])
      expect(versions).toEqual(versions.map((_, index) => index + 2))
      expect(version).toBe(versions.at(-1) ?? 1)
      const times = events.map((event) => event.at.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      const own = proposals.filter(({ estimateId, sentAt }) => estimateId === id && sentAt)
      expect(own.at(0)?.sentAt ?? proposalSentAt).toEqual(proposalSentAt)
      const sent = events.filter(({ kind }) => kind === 'proposal_sent')
      expect(sent.map((event) => event.at)).toEqual(own.map(({ sentAt }) => sentAt))
      const [last] = own.filter(({ withdrawnAt }) => !withdrawnAt).slice(-1)
      const total = JSON.parse(last?.lines ?? '[]').reduce(
        (sum: number, { cents }: { cents: number }) => sum + cents,
        0,
      )
      if (own.length > 0) expect(proposalCents).toBe(last ? total : null)
    }
  },
)

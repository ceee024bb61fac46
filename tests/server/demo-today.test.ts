import { expect, it } from 'vitest'
import { demoEstimates } from '#server/demo/estimates.ts'
import { demoFailedEmails } from '#server/demo/failed-emails.ts'
import { demoWork } from '#server/demo/work.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import { dueSoonMs } from '#shared/estimates/today.ts'

const maria = { id: 'maria', email: 'maria@mail.example' }
const tom = { id: 'tom', email: 'tom@mail.example' }

it.each(['2026-06-15T11:00:00Z', '2026-11-23T14:30:00Z', '2026-12-27T01:15:00Z'])(
  'every section of Today has something at %s',
  (at) => {
    const now = new Date(at)
    const estimates = demoEstimates(300, now)
    const work = demoWork(estimates, [maria, tom], now)
    const rows = estimates.flatMap((estimate, index) => {
      const one = work[index]
      return one && estimate.quarantinedAt === null ? [{ ...estimate, ...one }] : []
    })
    const waiting = rows.filter(({ firstContactAt }) => firstContactAt === null)
    const left = ({ dueAt }: (typeof rows)[number]) => (dueAt?.getTime() ?? 0) - now.getTime()
    expect(waiting.filter((row) => left(row) < 0).length).toBeGreaterThan(1)
    expect(waiting.filter((row) => left(row) >= 0 && left(row) < dueSoonMs).length).toBeGreaterThan(1)
    const fresh = waiting.filter((row) => left(row) >= dueSoonMs)
    expect(fresh.filter(({ assigneeId }) => assigneeId === null).length).toBeGreaterThan(1)
    const today = newYorkDay(now)
    expect(rows.filter(({ followUpOn }) => followUpOn !== null && followUpOn <= today).length).toBeGreaterThan(1)
    const proposals = rows.filter(({ proposalDueOn, proposalSentAt, outcome }) => {
      return proposalDueOn !== null && proposalSentAt === null && outcome === 'open' && proposalDueOn <= today
    })
    expect(proposals.length).toBeGreaterThan(0)
    expect(
      rows.filter(({ assigneeId, outcome }) => assigneeId === maria.id && outcome === 'open').length,
    ).toBeGreaterThan(3)
    const failed = demoFailedEmails(estimates).map(
      ({ estimateId }) => rows.find(({ id }) => id === estimateId)?.outcome,
    )
    expect(failed).toEqual(['open', 'open'])
  },
)

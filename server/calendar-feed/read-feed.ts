import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { estimateLink } from '#server/mail/messages/staff-links.ts'
import { writeFeed } from '#server/visits/calendar.ts'
import { mayBeVisited } from '#server/visits/visit-conditions.ts'
import { addDays, newYorkDay, startOfNewYorkDay } from '#shared/calendar-days.ts'
import { company } from '#shared/company.ts'

/** The feed covers so many days before and after today. */
const pastDays = 30
const futureDays = 400

const maxVisits = 1_000

/** Their ids are the values of one statement. */
const maxOpen = 500

const named = { id: true, name: true, createdAt: true } as const

type FeedOptions = { readonly userId: string; readonly now: Date; readonly config: Pick<Config, 'appOrigin'> }

/**
 * Writes the calendar of a staff member: the visits that the person goes to, and the follow-ups and due proposals of the
 * requests that are the person's.
 *
 * @returns the same text as long as it says the same
 */
export async function readFeed(
  { read, queries }: Pick<Database, 'read' | 'queries'>,
  { userId, now, config }: FeedOptions,
): Promise<string> {
  const { appOrigin } = config
  const [first, last] = [addDays(newYorkDay(now), -pastDays), addDays(newYorkDay(now), futureDays)]
  // An index has the open estimates of a person, and none the days with the person.
  const open = await queries.openEstimates(userId, maxOpen)
  const [visits, estimates] = await Promise.all([
    read.visit.findMany({
      where: {
        assigneeId: userId,
        startsAt: { gte: startOfNewYorkDay(first), lt: startOfNewYorkDay(addDays(last, 1)) },
        calledOffAt: null,
        estimate: mayBeVisited,
      },
      orderBy: [{ startsAt: 'desc' }, { id: 'asc' }],
      take: maxVisits,
      include: { estimate: { select: { ...named, phone: true } } },
    }),
    read.projectEstimate.findMany({
      where: {
        id: { in: open.map(({ id }) => id) },
        ...mayBeVisited,
        OR: [
          { followUpOn: { gte: first, lte: last } },
          { proposalDueOn: { gte: first, lte: last }, proposalSentAt: null },
        ],
      },
      orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
      select: { ...named, followUpOn: true, proposalDueOn: true, proposalSentAt: true },
    }),
  ])
  const about = ({ id, createdAt }: { readonly id: string; readonly createdAt: Date }) => ({
    url: estimateLink(appOrigin, id),
    stamp: createdAt,
  })
  const isShown = (day: string | null): day is string => day !== null && day >= first && day <= last
  const entries = {
    visits: visits.map(({ estimate, ...visit }) => ({
      visit,
      summary: `Visit: ${estimate.name}`,
      ...(estimate.phone === null ? {} : { description: `Phone: ${estimate.phone}` }),
      ...about(estimate),
    })),
    days: estimates.flatMap((estimate) => {
      const { id, name, followUpOn, proposalDueOn, proposalSentAt } = estimate
      return [
        ...(isShown(followUpOn) ? [{ uid: `follow-up-${id}`, day: followUpOn, summary: `Follow up: ${name}` }] : []),
        ...(isShown(proposalDueOn) && proposalSentAt === null
          ? [{ uid: `proposal-${id}`, day: proposalDueOn, summary: `Proposal due: ${name}` }]
          : []),
      ].map((entry) => ({ ...entry, ...about(estimate) }))
    }),
  }
  return writeFeed(entries, { appOrigin, name: company.name })
}

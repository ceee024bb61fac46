import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '#server/database/database.ts'
import type { ReportRows } from '#server/database/queries/report-query.ts'
import { startOfNewYorkDay } from '#shared/calendar-days.ts'
import { hourMs } from '#shared/durations.ts'
import { proposalDueAt } from '#shared/estimates/proposal-clock.ts'
import { awaitsContact, responseHours } from '#shared/estimates/response-clock.ts'

/**
 * What is counted of a request, as bits of one number: a hundred thousand requests are counted by it many times as fast as
 * by names.
 */
const bits = {
  /** Contacted, or past the deadline without a contact and not closed. A withdrawn request has no deadline to judge it by. */
  judged: 1,
  /** The visitor was contacted in time. */
  inTime: 2,
  /** Won, lost or completed without a contact. */
  closed: 4,
  contacted: 8,
  /** A proposal was sent. */
  proposals: 16,
  /** The amount of the proposal is known. */
  priced: 32,
  /**
   * The proposal by the day that was promised. What was not sent is judged once the day is over; a request that was won or
   * lost before is left out.
   */
  promisedJudged: 64,
  promisedInTime: 128,
  /** The same by the last day that was agreed on. */
  agreedJudged: 256,
  agreedInTime: 512,
  /** The staff said that no proposal is needed. */
  notNeeded: 1024,
} as const

export type Counts = { readonly requests: number } & Readonly<Record<keyof typeof bits, number>>

/** The requests of one combination. `cents` is the sum of the known amounts. */
export type CountedKind = Kind & Counts & { readonly cents: number }

type CountedWeek = Counts & { readonly contactMs: readonly number[] }

export type CountedRequests = {
  /** One for each week of the period. */
  readonly weeks: readonly CountedWeek[]
  /** A combination may come more than once. */
  readonly kinds: readonly CountedKind[]
  /** They run from the first contact to the proposal. */
  readonly proposalMs: readonly number[]
}

type Kind = {
  readonly type: string
  readonly budget: string
  readonly outcome: string
  readonly status: string
  readonly assigneeId: string | null
  readonly wasQuarantined: boolean
  readonly leadSource: string | null
}

/** The number of weeks that are read together: nobody else is served meanwhile. */
const weeksTogether = 26

/**
 * Counts the requests outside quarantine.
 *
 * @param days the first days of the weeks, and the day after the last week
 * @param promisedMs the promised time to the first contact
 */
export async function countRequests(
  queries: Pick<Database['queries'], 'reportRows'>,
  days: readonly string[],
  now: Date,
  promisedMs = responseHours * hourMs,
): Promise<CountedRequests> {
  const starts = days.map(startOfNewYorkDay)
  const tally = { weeks: days.slice(1).map(newWeek), kinds: new Map<string, KindTally>(), proposalMs: [] }
  const rules = { now: now.getTime(), promisedMs, getClosing: rememberedClosings() }
  for (let first = 0; first < tally.weeks.length; first += weeksTogether) {
    const part = starts.slice(first, first + weeksTogether + 1)
    const [since, before] = [part.at(0), part.at(-1)]
    if (!since || !before) continue
    const rows = await queries.reportRows(since, before)
    const ends = part.slice(1).map((end) => end.getTime())
    addRows({ ...tally, weeks: tally.weeks.slice(first) }, { rows, ends }, rules)
    await nextTurn()
  }
  return {
    weeks: tally.weeks.map(({ byBits, contactMs }) => ({ ...toCounts(byBits), contactMs })),
    kinds: [...tally.kinds.values()].map(({ kind, byBits, cents }) => ({ ...kind, ...toCounts(byBits), cents })),
    proposalMs: tally.proposalMs,
  }
}

/** The number of requests with the same bits. */
type ByBits = Map<number, number>
type WeekTally = { readonly byBits: ByBits; readonly contactMs: number[] }
type KindTally = { readonly kind: Kind; readonly byBits: ByBits; cents: number }

type Tally = {
  readonly weeks: readonly WeekTally[]
  readonly kinds: Map<string, KindTally>
  readonly proposalMs: number[]
}

const newWeek = (): WeekTally => ({ byBits: new Map(), contactMs: [] })
const newKind = (name: string): KindTally => ({ kind: readKind(name), byBits: new Map(), cents: 0 })

function readKind(name: string): Kind {
  const [type = '', budget = '', outcome = '', status = '', assigneeId, quarantined, ...source] = name.split('|')
  return {
    ...{ type, budget, outcome, status, assigneeId: assigneeId || null, wasQuarantined: quarantined !== '' },
    // It may have the separator.
    leadSource: source.join('|') || null,
  }
}

function addOne(byBits: ByBits, of: number): void {
  byBits.set(of, (byBits.get(of) ?? 0) + 1)
}

function toCounts(byBits: ByBits): Counts {
  const entries = [...byBits]
  const countBit = (bit: number) => entries.reduce((sum, [of, count]) => (of & bit ? sum + count : sum), 0)
  return {
    requests: entries.reduce((sum, [, count]) => sum + count, 0),
    judged: countBit(bits.judged),
    inTime: countBit(bits.inTime),
    closed: countBit(bits.closed),
    contacted: countBit(bits.contacted),
    proposals: countBit(bits.proposals),
    priced: countBit(bits.priced),
    promisedJudged: countBit(bits.promisedJudged),
    promisedInTime: countBit(bits.promisedInTime),
    agreedJudged: countBit(bits.agreedJudged),
    agreedInTime: countBit(bits.agreedInTime),
    notNeeded: countBit(bits.notNeeded),
  }
}

/** Times are in ms, instants in ms since 1970. */
type Rules = { readonly now: number; readonly promisedMs: number; readonly getClosing: (day: string) => number }

/** `ends` are those of the weeks. */
type Part = { readonly rows: ReportRows; readonly ends: readonly number[] }

function addRows({ weeks, kinds, proposalMs }: Tally, { rows, ends }: Part, rules: Rules): void {
  for (const [index, name] of rows.kind.entries()) {
    const tally = kinds.get(name) ?? newKind(name)
    kinds.set(name, tally)
    const request = readRequest(rows, index, tally.kind)
    const week = weeks[ends.findIndex((end) => request.createdAt < end)]
    const found = contactBits(request, rules) | proposalBits(request, rules)
    addOne(tally.byBits, found)
    tally.cents += request.cents ?? 0
    if (week) addOne(week.byBits, found)
    const contactMs = getContactMs(request, rules)
    if (contactMs !== undefined) week?.contactMs.push(contactMs)
    const sentMs = getProposalMs(request)
    if (sentMs !== undefined) proposalMs.push(sentMs)
  }
}

function readRequest(rows: ReportRows, index: number, kind: Kind) {
  return {
    kind,
    createdAt: rows.createdAt[index] ?? 0,
    dueAt: rows.dueAt[index] ?? null,
    firstContactAt: rows.firstContactAt[index] ?? null,
    promisedOn: rows.promisedOn[index] ?? null,
    dueOn: rows.dueOn[index] ?? null,
    sentAt: rows.sentAt[index] ?? null,
    cents: rows.cents[index] ?? null,
  }
}

/** Instants are in ms since 1970. */
type Request = ReturnType<typeof readRequest>

/**
 * The clock of a request starts when it comes. After quarantine it starts with the release, which is known by the
 * deadline alone. That of others says nothing here: the promise may have been another one when they came. A contact may be
 * earlier than its request: a clock was set back, or the visitor was called during quarantine. A withdrawn request has no
 * deadline.
 */
function getContactMs({ createdAt, kind, dueAt, firstContactAt }: Request, { promisedMs }: Rules): number | undefined {
  if (firstContactAt === null) return undefined
  if (!kind.wasQuarantined) return Math.max(0, firstContactAt - createdAt)
  return dueAt === null ? undefined : Math.max(0, firstContactAt - (dueAt - promisedMs))
}

function getProposalMs({ promisedOn, firstContactAt, sentAt }: Request): number | undefined {
  if (promisedOn === null || firstContactAt === null || sentAt === null) return undefined
  return Math.max(0, sentAt - firstContactAt)
}

function bitIf(isSet: boolean, bit: number): number {
  return isSet ? bit : 0
}

function contactBits({ kind, dueAt, firstContactAt }: Request, { now }: Rules): number {
  const { status, outcome } = kind
  if (firstContactAt !== null)
    return bits.contacted | (dueAt === null ? 0 : bits.judged | bitIf(firstContactAt <= dueAt, bits.inTime))
  if (dueAt === null) return 0
  return awaitsContact({ firstContactAt, status, outcome }) ? bitIf(dueAt < now, bits.judged) : bits.closed
}

function proposalBits({ kind, dueAt, promisedOn, dueOn, sentAt, cents }: Request, { now, getClosing }: Rules): number {
  const sent = bitIf(sentAt !== null, bits.proposals) | bitIf(cents !== null, bits.priced)
  if (promisedOn === null) return sent
  if (sentAt === null && dueOn === null) return sent | bitIf(dueAt !== null, bits.notNeeded)
  if (sentAt === null && kind.outcome !== 'open') return sent
  const [promised, agreed] = [getClosing(promisedOn), getClosing(dueOn ?? promisedOn)]
  if (sentAt === null) return sent | bitIf(promised < now, bits.promisedJudged) | bitIf(agreed < now, bits.agreedJudged)
  const inTime = bitIf(sentAt <= promised, bits.promisedInTime) | bitIf(sentAt <= agreed, bits.agreedInTime)
  return sent | bits.promisedJudged | bits.agreedJudged | inTime
}

/** Finding the instant takes longer than all else about a request. */
function rememberedClosings(): (day: string) => number {
  const closings = new Map<string, number>()
  return (day) => {
    const closing = closings.get(day) ?? proposalDueAt(day).getTime()
    closings.set(day, closing)
    return closing
  }
}

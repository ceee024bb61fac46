import { v7 as newId, v4 as uuid } from 'uuid'
import type { NewEstimate } from '#server/database/database.ts'
import { estimateKeys } from '#server/estimates/matching/estimate-keys.ts'
import { estimateDigests } from '#server/estimates/submit/estimate-digests.ts'
import { readFirstTouch } from '#server/estimates/submit/first-touch.ts'
import { newReference } from '#server/estimates/submit/reference.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { storedAnswers } from '#shared/estimates/answers.ts'
import type { estimateStatuses } from '#shared/estimates/estimate-status.ts'
import type { FirstTouch } from '#shared/estimates/lead-source.ts'
import {
  budgetRanges,
  callTimes,
  type OptionValue,
  optionValues,
  projectTypes,
  propertyTypes,
  timelines,
} from '#shared/estimates/options.ts'
import type { QuarantineReason } from '#shared/estimates/quarantine.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import { SeededRandom } from './random.ts'
import { firstNames, lastNames, places, requirements, wishes } from './sample-data.ts'

const demoDays = 182

/** The staff have done nothing about younger estimates but take them on. */
export const untouchedDays = 1.75

const commonTypes = [
  ...optionValues(projectTypes),
  'kitchen-remodel',
  'kitchen-remodel',
  'kitchen-remodel',
  'bathroom-remodel',
  'bathroom-remodel',
  'home-addition',
  'commercial',
] as const

type Scale = {
  readonly squareFeet: readonly [min: number, max: number]
  readonly budgets: readonly [number, number]
}

/** Budgets are indexes, excluding the end. */
const scales: Readonly<Record<OptionValue<typeof projectTypes>, Scale>> = {
  'new-construction': { squareFeet: [1_200, 3_800], budgets: [5, 7] },
  'home-addition': { squareFeet: [200, 1_200], budgets: [3, 6] },
  'kitchen-remodel': { squareFeet: [70, 320], budgets: [2, 5] },
  'bathroom-remodel': { squareFeet: [35, 140], budgets: [1, 4] },
  'basement-finishing': { squareFeet: [350, 1_100], budgets: [2, 5] },
  'roof-replacement': { squareFeet: [600, 2_400], budgets: [1, 4] },
  'siding-installation': { squareFeet: [700, 2_600], budgets: [1, 4] },
  'deck-patio': { squareFeet: [120, 600], budgets: [1, 4] },
  commercial: { squareFeet: [700, 9_000], budgets: [3, 7] },
  other: { squareFeet: [50, 900], budgets: [0, 3] },
}

/** Hours since the latest ones came: some wait for too long, some are due soon, some are new. */
const recentHours = [0.4, 1.1, 2.4, 3, 5.2, 8.6, 13.2, 15.7, 18.1, 20.6, 22.8, 23.4, 25.3, 28.9, 38.5]

/** Returns them newest first: a desk as it is on a busy morning, and half a year before it. */
export function demoEstimates(count: number, now: Date): NewEstimate[] {
  const random = new SeededRandom(1898)
  const recent = recentHours.slice(0, count)
  const older = count - recent.length
  const receivedTimes = [
    ...recent.map((hours) => new Date(now.getTime() - Math.round(hours * hourMs))),
    ...Array.from({ length: older }, (_, index) => receivedAt(random, 2 + (index / older) * (demoDays - 2), now)),
  ]
  return receivedTimes.map((createdAt, index) => demoRequest(random, { index, createdAt, now }))
}

/** Yields them newest first, spread over as many days before now. */
export function* generateEstimates(count: number, now: Date, days: number): Generator<NewEstimate> {
  const random = new SeededRandom(1898)
  for (let index = 0; index < count; index++)
    yield demoRequest(random, { index, createdAt: receivedAt(random, (index / count) * days, now), now })
}

function receivedAt(random: SeededRandom, daysAgo: number, now: Date): Date {
  const latest = now.getTime() - hourMs
  const day = latest - daysAgo * dayMs
  const atNight = new Date(day).getUTCHours() >= 4 && new Date(day).getUTCHours() < 12
  return new Date(Math.min(latest, day + (atNight ? 8 * hourMs : 0)) - random.below(hourMs / 2))
}

const quarantined: ReadonlyMap<number, QuarantineReason> = new Map([
  [3, 'link-in-name'],
  [11, 'decoy'],
  [29, 'too-fast'],
  [64, 'decoy'],
  [140, 'link-in-name'],
])

const searched = { source: null, medium: null, campaign: null, referrer: 'www.google.com', landing: '/' }
const demoTouches = [
  { ...searched, referrer: null },
  { ...searched, referrer: null },
  searched,
  searched,
  { ...searched, landing: '/estimate' },
  { ...searched, source: 'google', medium: 'cpc', campaign: 'kitchens' },
  { ...searched, source: 'instagram', medium: 'social', campaign: 'before-after', referrer: null },
  { ...searched, referrer: 'www.yelp.com' },
] as const satisfies readonly FirstTouch[]

type Place = { readonly index: number; readonly createdAt: Date; readonly now: Date }

function demoRequest(random: SeededRandom, { index, createdAt, now }: Place): NewEstimate {
  const worked = status(random, (now.getTime() - createdAt.getTime()) / dayMs)
  const reason = quarantined.get(index)
  const [first, last] = [random.pick(firstNames), random.pick(lastNames)]
  const projectType = random.pick(commonTypes)
  const propertyType = projectType === 'commercial' ? 'commercial' : random.pick(optionValues(propertyTypes))
  const { squareFeet, budgets } = scales[projectType]
  const values = {
    name: reason === 'link-in-name' ? `Rank first: www.${last.toLowerCase()}-links.example` : `${first} ${last}`,
    email: `${first}.${last}@example.com`.toLowerCase(),
    phone: orNothing(
      random,
      0.85,
      `(${random.pick(['212', '347', '646', '718', '917', '929'])}) 555-01${digits(random)}`,
    ),
    bestTime: orNothing(random, 0.3, random.pick(optionValues(callTimes))),
    projectType,
    projectDescription: orNothing(random, 0.88, random.pick(wishes[projectType])),
    location: random.pick(places),
    timeline: random.pick(optionValues(timelines)),
    budgetRange: optionValues(budgetRanges)[random.between(...budgets)] ?? budgetRanges[0].value,
    squareFootage: random.chance(0.7) ? 5 * Math.round(random.between(...squareFeet) / 5) : null,
    propertyType: orNothing(random, 0.9, propertyType),
    specificRequirements: orNothing(random, 0.35, random.pick(requirements)),
    urgent: random.chance(0.12),
  }
  const stored = storedAnswers(values)
  const id = newId({ msecs: createdAt.getTime(), random: random.bytes(16) })
  const reference = newReference(random.below)
  return {
    id,
    reference,
    ...stored,
    ...estimateKeys({ ...stored, reference }),
    status: reason ? 'new' : worked,
    createdAt,
    requestKey: uuid({ random: random.bytes(16) }),
    ...estimateDigests(values, 'demo'),
    dueAt: reason ? null : responseDueAt(createdAt),
    quarantinedAt: reason ? createdAt : null,
    quarantineReasons: reason ?? null,
    formVerified: true,
    ...readFirstTouch(random.pick(demoTouches)),
  }
}

function orNothing<Value>(random: SeededRandom, probability: number, value: Value): Value | undefined {
  return random.chance(probability) ? value : undefined
}

function digits(random: SeededRandom): string {
  return String(random.below(100)).padStart(2, '0')
}

/** An estimate is `new` with the first probability, and else `in_progress` with the second. */
const progress = [
  // These are not contacted yet.
  { days: untouchedDays, waits: 1, begun: 1 },
  { days: 4, waits: 0.85, begun: 0.95 },
  { days: 14, waits: 0.5, begun: 0.9 },
  { days: 30, waits: 0.15, begun: 0.85 },
  { days: 75, waits: 0.01, begun: 0.4 },
  { days: Number.POSITIVE_INFINITY, waits: 0.01, begun: 0.06 },
] as const

function status(random: SeededRandom, ageDays: number): (typeof estimateStatuses)[number] {
  const { waits, begun } = progress.find(({ days }) => ageDays < days) ?? progress[0]
  if (random.chance(waits)) return 'new'
  return random.chance(begun) ? 'in_progress' : 'completed'
}

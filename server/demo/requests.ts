import { v7 as newId, v4 as uuid } from 'uuid'
import type { NewEstimate } from '#server/database/database.ts'
import { submissionDigests } from '#server/domain/estimates/digests.ts'
import { newReference } from '#server/domain/estimates/reference.ts'
import type { estimateStatuses } from '#shared/estimate-status.ts'
import { budgetRanges, optionValues, projectTypes, propertyTypes, timelines } from '#shared/options.ts'
import { SeededRandom } from './random.ts'
import { firstNames, lastNames, places, requirements, wishes } from './words.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** About half a year. */
const oldestDays = 182

/** What is asked for most comes more than once. */
const wanted = [
  ...optionValues(projectTypes),
  'kitchen-remodel',
  'kitchen-remodel',
  'kitchen-remodel',
  'bathroom-remodel',
  'bathroom-remodel',
  'home-addition',
  'commercial',
] as const

/**
 * Makes up requests of the last six months, newest first. The same number and time give the same requests.
 *
 * @param now the newest come from the hours before it
 */
export function demoRequests(count: number, now: Date): NewEstimate[] {
  const random = new SeededRandom(1898)
  return Array.from({ length: count }, (_, index) => demoRequest(random, receivedAt(random, index / count, now), now))
}

/** Spread evenly, at the times of day at which people write. */
function receivedAt(random: SeededRandom, part: number, now: Date): Date {
  const latest = now.getTime() - hourMs
  const day = latest - part * oldestDays * dayMs
  const atNight = new Date(day).getUTCHours() >= 4 && new Date(day).getUTCHours() < 12
  return new Date(Math.min(latest, day + (atNight ? 8 * hourMs : 0)) - random.below(hourMs / 2))
}

function demoRequest(random: SeededRandom, createdAt: Date, now: Date): NewEstimate {
  const [first, last] = [random.pick(firstNames), random.pick(lastNames)]
  const projectType = random.pick(wanted)
  const propertyType = projectType === 'commercial' ? 'commercial' : random.pick(optionValues(propertyTypes))
  const values = {
    name: `${first} ${last}`,
    email: `${first}.${last}@example.com`.toLowerCase(),
    phone: orNothing(
      random,
      0.85,
      `(${random.pick(['212', '347', '646', '718', '917', '929'])}) 555-01${digits(random)}`,
    ),
    projectType,
    projectDescription: orNothing(random, 0.88, random.pick(wishes[projectType])),
    location: random.pick(places),
    timeline: random.pick(optionValues(timelines)),
    budgetRange: random.pick(optionValues(budgetRanges)),
    squareFootage: random.chance(0.7) ? 60 + 10 * random.below(240) : null,
    propertyType: orNothing(random, 0.9, propertyType),
    specificRequirements: orNothing(random, 0.35, random.pick(requirements)),
    urgent: random.chance(0.12),
  }
  return {
    id: newId({ msecs: createdAt.getTime(), random: random.bytes(16) }),
    reference: newReference(random.below),
    ...values,
    phone: values.phone ?? null,
    projectDescription: values.projectDescription ?? null,
    propertyType: values.propertyType ?? null,
    specificRequirements: values.specificRequirements ?? null,
    status: status(random, (now.getTime() - createdAt.getTime()) / dayMs),
    createdAt,
    requestKey: uuid({ random: random.bytes(16) }),
    ...submissionDigests(values, 'demo'),
  }
}

function orNothing<Value>(random: SeededRandom, probability: number, value: Value): Value | undefined {
  return random.chance(probability) ? value : undefined
}

function digits(random: SeededRandom): string {
  return String(random.below(100)).padStart(2, '0')
}

/** Work that is months old is mostly done, and what came this week mostly waits. */
function status(random: SeededRandom, ageDays: number): (typeof estimateStatuses)[number] {
  if (random.chance(ageDays < 4 ? 0.8 : ageDays < 14 ? 0.25 : 0.02)) return 'new'
  return random.chance(ageDays < 30 ? 0.9 : ageDays < 75 ? 0.4 : 0.06) ? 'in_progress' : 'completed'
}

import * as fc from 'fast-check'
import { callsOf, crowdTraffic, procedures, procedureTraffic, type TrafficSource } from './procedure-traffic.ts'
import { rawTraffic } from './raw-traffic.ts'
import { getSender, type Step, senderPlace, stepSeed, type Traffic } from './step.ts'

/** Each block of steps ends with some that must all be refused. */
export const blockSize = 500
const refusedAtEnd = 60

/** Whether a step must be refused and change nothing. */
export function isInRefusedPart(number: number): boolean {
  return number % blockSize >= blockSize - refusedAtEnd
}

/** Few inputs of some procedures are valid. The same inputs come first, however many are made. */
const tries = [5, 40, 200]

/** The first steps call each procedure once with what it takes, or a short run might miss some. */
export function stepMaker(seed: number, source: TrafficSource): (number: number) => Step {
  const calls = procedureTraffic(source)
  const mixed = fc.oneof(
    { weight: 4, arbitrary: calls },
    { weight: 1, arbitrary: rawTraffic(source) },
    { weight: 1, arbitrary: crowdTraffic(source) },
  )
  const refused = calls.filter(({ isRefused, request }) => isRefused && request.kind === 'http')
  const sample = (arbitrary: fc.Arbitrary<Traffic>, number: number, numRuns: number) =>
    fc.sample(arbitrary, { seed: stepSeed(seed, number), numRuns })
  const accepted = (number: number) => {
    const procedure = procedures[number]
    if (!procedure) return undefined
    const calls = callsOf(source, procedure)
    for (const numRuns of tries) {
      const found = sample(calls, number, numRuns).find(({ isRefused }) => !isRefused)
      if (found) return found
    }
    return undefined
  }
  return (number) => {
    const [made] = [accepted(number) ?? sample(isInRefusedPart(number) ? refused : mixed, number, 1)].flat()
    if (!made) throw new Error('a step was not made')
    return { ...withSender(made, getSender(number)), number }
  }
}

function withSender({ request, ...rest }: Traffic, sender: string): Traffic {
  if (request.kind === 'raw')
    return { ...rest, request: { ...request, bytes: request.bytes.replaceAll(senderPlace, sender) } }
  return { ...rest, request: { ...request, headers: { ...request.headers, 'x-forwarded-for': sender } } }
}

import * as fc from 'fast-check'
import { acceptedCall, procedures, procedureTraffic, type TrafficSource } from './procedure-traffic.ts'
import { rawTraffic } from './raw-traffic.ts'
import { type Step, senderOf, senderPlace, stepSeed, type Traffic } from './step.ts'

/** Each block of steps ends with some that must all be refused. */
export const blockSize = 500
const refusedAtEnd = 60

/** Whether a step must be refused and change nothing. */
export function isInRefusedPart(number: number): boolean {
  return number % blockSize >= blockSize - refusedAtEnd
}

/** The first steps call each procedure once, or a short run might miss some. */
export function stepMaker(seed: number, source: TrafficSource): (number: number) => Step {
  const calls = procedureTraffic(source)
  const mixed = fc.oneof({ weight: 4, arbitrary: calls }, { weight: 1, arbitrary: rawTraffic(source) })
  const refused = calls.filter(({ isRefused, request }) => isRefused && request.kind === 'http')
  const first = procedures.map((procedure) => acceptedCall(source, procedure))
  return (number) => {
    const arbitrary = first[number] ?? (isInRefusedPart(number) ? refused : mixed)
    const [made] = fc.sample(arbitrary, { seed: stepSeed(seed, number), numRuns: 1 })
    if (!made) throw new Error('a step was not made')
    return { ...withSender(made, senderOf(number)), number }
  }
}

function withSender({ request, ...rest }: Traffic, sender: string): Traffic {
  if (request.kind === 'raw')
    return { ...rest, request: { ...request, bytes: request.bytes.replaceAll(senderPlace, sender) } }
  return { ...rest, request: { ...request, headers: { ...request.headers, 'x-forwarded-for': sender } } }
}

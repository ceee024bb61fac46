import { randomUUID } from 'node:crypto'
import autocannon, { type Result } from 'autocannon'
import { estimateInput, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { fromElsewhere } from '#tests/support/server/sender-ip.ts'

type Load = {
  readonly connections: number
  readonly seconds: number
  /** If it is left out, requests go as fast as the server responds. */
  readonly perSecond?: number
}

/** Submits estimates, each from an IP address of its own because of rate limits. */
export async function submitLoad(origin: string, { connections, seconds, perSecond }: Load): Promise<Result> {
  return await autocannon({
    url: `${origin}/api/trpc/estimates.submit`,
    connections,
    duration: seconds,
    ...(perSecond === undefined ? {} : { overallRate: perSecond }),
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => ({
          ...request,
          headers: { 'content-type': 'application/json', ...fromElsewhere() },
          body: JSON.stringify(estimateInput({ requestKey: randomUUID(), ...newVisitor() })),
        }),
      },
    ],
  })
}

/** @throws {Error} */
export function assertAllStored({ non2xx, errors }: Result): void {
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} submissions were refused, ${errors} got no response`)
}

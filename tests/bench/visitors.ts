import { estimateInput, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { fromElsewhere } from '#tests/support/server/sender-ip.ts'

/** Estimates before memory is measured. */
export const warmUpRequests = 4_000
const atOnce = 40

/** @returns the time of the response by `performance.now()` */
export async function submit(origin: string): Promise<number> {
  const answer = await fetch(`${origin}/api/trpc/estimates.submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...fromElsewhere() },
    body: JSON.stringify(estimateInput(newVisitor())),
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`a request was answered ${answer.status}`)
  return performance.now()
}

export async function warmUp(origin: string): Promise<void> {
  for (let sent = 0; sent < warmUpRequests; sent += atOnce)
    await Promise.all(Array.from({ length: atOnce }, () => submit(origin)))
}

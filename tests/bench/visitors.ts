import { estimateInput, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { fromElsewhere } from '#tests/support/sender-ip.ts'

/** So many requests a server takes in before its memory is looked at: a fresh one has not needed much yet. */
export const warmUpRequests = 4_000
const atOnce = 40

/** Sends a visitor's request; resolves to the time of its answer, as `performance.now()` has it. */
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

/** Has a server work, so that its memory is that of one that has. */
export async function warmUp(origin: string): Promise<void> {
  for (let sent = 0; sent < warmUpRequests; sent += atOnce)
    await Promise.all(Array.from({ length: atOnce }, () => submit(origin)))
}

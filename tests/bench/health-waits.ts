import { startProbe } from '#tests/drills/harness/probe.ts'

/** The waits for /healthz during the work, in ms: asked every 20 ms, each time on a new connection, as new visitors ask. */
export async function waitsDuring(origin: string, work: () => Promise<unknown>): Promise<readonly number[]> {
  const probe = await startProbe([{ url: `${origin}/healthz`, intervalMs: 20, isNewVisitor: true }])
  await work()
  return (await probe.stop()).targets[0]?.durations ?? []
}

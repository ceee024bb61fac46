import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { residentMegabytes } from '#tests/bench/resident-memory.ts'

/** What a server holds; undefined where the system has no /proc. */
export type Holdings = { readonly megabytes: number | undefined; readonly descriptors: number | undefined }

const maxGrowthMegabytes = 64
/** A pool opens connections to its database when it needs them, and keeps them. */
const maxGrowthDescriptors = 14

export function holdingsOf(pid: number): Holdings {
  return { megabytes: residentMegabytes(pid), descriptors: openDescriptors(pid) }
}

function openDescriptors(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return undefined
  }
}

/** Waits until a server holds no more than before, or for so long; answers with what it holds then. */
export async function settledHoldings(pid: number, before: Holdings, patienceMs: number): Promise<Holdings> {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    const now = holdingsOf(pid)
    if (problemsOf(before, now).length === 0 || performance.now() > giveUpAt) return now
    await wait(250)
  }
}

/** What a server holds that it did not hold before. */
export function problemsOf(before: Holdings, now: Holdings): string[] {
  const more = (name: keyof Holdings) => (now[name] ?? 0) - (before[name] ?? now[name] ?? 0)
  return [
    ...(more('megabytes') > maxGrowthMegabytes
      ? [`keeps ${Math.round(more('megabytes'))} MB more than after the warm-up`]
      : []),
    ...(more('descriptors') > maxGrowthDescriptors
      ? [`keeps ${more('descriptors')} file descriptors more than after the warm-up`]
      : []),
  ]
}

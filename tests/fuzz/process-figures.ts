import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { residentMegabytes } from '#tests/bench/process-usage.ts'

/** Undefined without /proc. */
export type Holdings = { readonly megabytes: number | undefined; readonly descriptors: number | undefined }

const maxGrowthMegabytes = 64
/** The database pool may open connections later. */
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

/** Waits until the server holds no more than before, or until the time is up. */
export async function settledHoldings(pid: number, before: Holdings, patienceMs: number): Promise<Holdings> {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    const now = holdingsOf(pid)
    if (problemsOf(before, now).length === 0 || performance.now() > giveUpAt) return now
    await wait(250)
  }
}

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

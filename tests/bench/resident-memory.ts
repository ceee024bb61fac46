import { readFileSync } from 'node:fs'

/** Undefined without /proc. */
export function residentMegabytes(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1000
  } catch {
    return undefined
  }
}

/** The most that a process held while the work went on. */
export async function peakMegabytes(pid: number | undefined, work: () => Promise<unknown>): Promise<number> {
  let max = 0
  const sampling = setInterval(() => {
    max = Math.max(max, residentMegabytes(pid) ?? Number.NaN)
  }, 20)
  await work().finally(() => clearInterval(sampling))
  return max
}

import { readdirSync, readFileSync } from 'node:fs'

export type Usage = {
  /** The user and system time. */
  readonly processorMs: number
  /** The amount that was sent to the disk. */
  readonly kilobytes: number
}

/** Linux counts processor time in ticks of 10 ms. */
const tickMs = 10

/** The fields of /proc/PID/stat from the third on. The second, a name in parentheses, may have spaces. */
function stat(pid: number): number[] {
  const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  return fields.split(' ').map(Number)
}

/** The use of a process with its threads since its start; NaN on systems without /proc. */
export function usageOf(pid: number | undefined): Usage {
  try {
    const [user = Number.NaN, system = Number.NaN] = stat(pid ?? 0).slice(11)
    const bytes = /^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]
    return { processorMs: (user + system) * tickMs, kilobytes: Number(bytes) / 1000 }
  } catch {
    return { processorMs: Number.NaN, kilobytes: Number.NaN }
  }
}

/** Processor time of a process with its children, also those that have ended. Not a number without /proc. */
export function familyProcessorMs(pid: number): number {
  try {
    const ticks = readdirSync('/proc')
      .map(Number)
      .filter((id) => id > 0)
      .flatMap((id) => ticksWithin(id, pid))
    return ticks.reduce((sum, each) => sum + each, 0) * tickMs
  } catch {
    return Number.NaN
  }
}

function ticksWithin(pid: number, parent: number): number[] {
  try {
    const fields = stat(pid)
    return pid === parent || fields[1] === parent ? fields.slice(11, 15) : []
  } catch {
    // It has ended, so its time counts at its parent.
    return []
  }
}

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

import { readdirSync, readFileSync } from 'node:fs'

export type Usage = {
  /** User and system. */
  readonly processorMs: number
  /** Sent to the disk. */
  readonly kilobytes: number
}

const unknown: Usage = { processorMs: Number.NaN, kilobytes: Number.NaN }

/** Linux counts processor time in ticks of 10 ms. */
const tickMs = 10

/** The fields of /proc/PID/stat from the third on. The second, a name in parentheses, may have spaces. */
function stat(pid: number): number[] {
  const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  return fields.split(' ').map(Number)
}

/** What a process with its threads has used since its start; not numbers where the system has no /proc. */
export function usageOf(pid: number | undefined, andEndedChildren = false): Usage {
  try {
    const times = stat(pid ?? 0).slice(11, andEndedChildren ? 15 : 13)
    const bytes = /^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]
    return { processorMs: times.reduce((sum, ticks) => sum + ticks, 0) * tickMs, kilobytes: Number(bytes) / 1000 }
  } catch {
    return unknown
  }
}

/** The same of a process with all its children. */
export function usageOfFamily(pid: number): Usage {
  try {
    const pids = readdirSync('/proc')
      .map(Number)
      .filter((other) => other > 0 && isChild(other, pid))
    const all = [usageOf(pid, true), ...pids.map((child) => usageOf(child, true))]
    // One that ended meanwhile counts at its parent from then on.
    const known = all.filter(({ processorMs }) => !Number.isNaN(processorMs))
    const sum = (name: keyof Usage) => known.reduce((total, usage) => total + usage[name], 0)
    return { processorMs: sum('processorMs'), kilobytes: sum('kilobytes') }
  } catch {
    return unknown
  }
}

function isChild(pid: number, parent: number): boolean {
  try {
    return stat(pid)[1] === parent
  } catch {
    return false
  }
}

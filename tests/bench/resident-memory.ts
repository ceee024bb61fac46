import { readFileSync } from 'node:fs'

/** Resident memory of a process in MB; undefined where the system has no /proc. */
export function residentMb(pid: number): number | undefined {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1000
  } catch {
    return undefined
  }
}

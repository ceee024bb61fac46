import { readFileSync } from 'node:fs'

/** Linux counts processor time in ticks of 10 ms. */
const tickMs = 10

/** Processor time of a process, user and system, in milliseconds. Not a number where the system has no /proc. */
export function processorMs(pid: number | undefined): number {
  try {
    // The program's name in parentheses may have spaces.
    const [, , , , , , , , , , , user, system] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(user) + Number(system)) * tickMs
  } catch {
    return Number.NaN
  }
}

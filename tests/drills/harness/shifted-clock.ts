import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '#tests/support/server/server-process.ts'
import { type DrillRun, Skipped } from './drill.ts'

/** The wall clock of servers, which they share. Their timers are not affected. */
export type ShiftedClock = {
  /** The settings of the servers. */
  readonly settings: Readonly<Record<string, string>>
  /** @param seconds may be negative; 0 is the right time */
  shift(seconds: number): void
  /** The instant that the servers see. */
  now(): Date
}

/** @throws {Skipped} without Linux or a C compiler */
export function openShiftedClock(drill: DrillRun): ShiftedClock {
  const folder = temporaryFolder('clock')
  drill.defer(() => folder.remove())
  const offsetFile = join(folder.path, 'offset')
  writeFileSync(offsetFile, Buffer.alloc(8))
  let offset = 0
  return {
    settings: { LD_PRELOAD: buildShim(folder.path), CLOCK_OFFSET_FILE: offsetFile },
    shift(seconds) {
      const bytes = Buffer.alloc(8)
      bytes.writeBigInt64LE(BigInt(seconds))
      writeFileSync(offsetFile, bytes, { flag: 'r+' })
      offset = seconds
    },
    now: () => new Date(Date.now() + offset * 1000),
  }
}

function buildShim(folder: string): string {
  if (process.platform !== 'linux') throw new Skipped('The clock of a process can be shifted on Linux only.')
  const source = fileURLToPath(new URL('./clock-shim.c', import.meta.url))
  const shim = join(folder, 'clock-shim.so')
  for (const compiler of ['cc', 'gcc', 'clang'])
    try {
      execFileSync(compiler, ['-shared', '-fPIC', '-O2', '-o', shim, source, '-ldl'], { stdio: 'pipe' })
      return shim
    } catch {
      // The loop tries the next compiler.
    }
  throw new Skipped('There is no C compiler for the shim that shifts the clock.')
}

import { setTimeout as delay } from 'node:timers/promises'
import { freePort, startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { residentMegabytes } from './resident-memory.ts'

const rounds = 7
/** Time for garbage collection. */
const idleMs = 5_000

/** Time to the first response on a migrated database, and idle memory. */
export async function benchStart(): Promise<void> {
  const data = temporaryFolder('bench-start')
  const first = await startServer({ DATA_DIR: data.path })
  await first.end('SIGTERM')

  const seconds: number[] = []
  let idle: number | undefined
  for (let round = 0; round < rounds; round++) {
    const PORT = String(await freePort())
    const startedAt = performance.now()
    const server = await startServer({ DATA_DIR: data.path, PORT })
    seconds.push((performance.now() - startedAt) / 1000)
    if (round === rounds - 1) {
      await delay(idleMs)
      idle = residentMegabytes(server.process.pid)
    }
    await server.end('SIGTERM')
  }
  data.remove()
  seconds.sort((a, b) => a - b)
  console.log('\nStart on a migrated database, SQLite')
  console.table({
    'first answer, median (s)': seconds[Math.floor(rounds / 2)]?.toFixed(2),
    'first answer, slowest (s)': seconds.at(-1)?.toFixed(2),
    'resident when idle (MB)': idle?.toFixed(0) ?? 'unknown on this system',
  })
}

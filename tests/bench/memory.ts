import { setTimeout as delay } from 'node:timers/promises'
import { product, startOn } from './builds.ts'
import { onEachEngine } from './engines.ts'
import { rounded } from './figures.ts'
import { untilSent } from './meter.ts'
import { options } from './options.ts'
import { peakMegabytes, residentMegabytes } from './process-usage.ts'
import { answeringMailService } from './start-mail-service.ts'
import { assertAllStored, submitLoad } from './submit-load.ts'

const seconds = options.seconds ?? 60
const rounds = options.rounds ?? 1
const connections = 10
/** This leaves time for garbage collection. */
const restMs = 10_000

/** Memory of a server before, during and after submissions, whose emails are sent, as fast as it stores them. */
export async function benchMemory(): Promise<void> {
  const table: Record<string, Record<string, string>> = {}
  await onEachEngine(async (engine) => {
    const url = await engine.newDatabase()
    const mail = await answeringMailService()
    const server = await startOn(product, url, mail.settings)
    const megabytes = () => residentMegabytes(server.process.pid) ?? Number.NaN
    await delay(restMs)
    const idle = megabytes()
    for (let round = 1; round <= rounds; round++) {
      let stored = 0
      const peak = await peakMegabytes(server.process.pid, async () => {
        const result = await submitLoad(server.origin, { connections, seconds })
        assertAllStored(result)
        stored = result['2xx']
      })
      await untilSent(url)
      await delay(restMs)
      const after = megabytes()
      table[`${engine.name}, minute ${rounded((round * seconds) / 60, 1)}`] = {
        'idle before (MB)': rounded(idle),
        'stored meanwhile': rounded(stored),
        'at most (MB)': rounded(peak),
        'after a rest (MB)': rounded(after),
      }
    }
    await server.end('SIGTERM')
    await mail.stop()
    await engine.dropDatabase(url)
  })
  console.log(`\nMemory, ${connections} connections, ${seconds} s of submissions a round`)
  console.table(table)
}

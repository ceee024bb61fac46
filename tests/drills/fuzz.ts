import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { onExit } from '#tests/support/server/exit-cleanup.ts'
import { type Drill, type DrillRun, onBothEngines, Skipped } from './harness/drill.ts'

const command = fileURLToPath(new URL('../../scripts/fuzz.mjs', import.meta.url))

/** See tests/fuzz. */
async function fuzz(drill: DrillRun): Promise<void> {
  if (!existsSync(command)) throw new Skipped('This version has no fuzzer.')
  const seed = String(drill.random.integer(1, 1e9))
  const count = drill.count(100_000)
  const parameters = ['--seed', seed, '--count', String(count), '--engine', drill.engine]
  const child = spawn(process.execPath, [command, ...parameters], { stdio: ['ignore', 'pipe', 'pipe'] })
  const unregister = onExit(() => child.kill())
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output = (output + data.toString()).slice(-2_000)
    })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  unregister()
  drill.figure('requests', count)
  drill.figure('its seed', seed)
  drill.check('the fuzzer finds nothing', code === 0, output)
}

export const fuzzDrills: readonly Drill[] = onBothEngines({ id: 'R12', title: 'malformed requests', run: fuzz })

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#tests/support/server/server-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Makes a folder and starts a child that would run for ever and that holds the output open. */
const program = `
import { spawn } from 'node:child_process'
import { onExit } from '${root}tests/support/server/exit-cleanup.ts'
import { temporaryFolder } from '${root}tests/support/server/server-process.ts'
const folder = temporaryFolder('run-ts')
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
onExit(() => child.kill('SIGKILL'))
console.log(folder.path)
await new Promise(() => {})
`

it.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('ends the children and removes the folders of a program when it gets %s', async (signal, exitCode) => {
  const folder = temporaryFolder('run-ts-test')
  const file = join(folder.path, 'program.ts')
  writeFileSync(file, program)
  const runner = spawn(process.execPath, ['scripts/run-ts.mjs', file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await once(runner.stdout, 'data')
  const made = String(output).trim()
  expect(existsSync(made)).toBe(true)

  const closed = once(runner, 'close')
  runner.kill(signal)
  // The output is closed once the child has ended, too.
  expect((await closed)[0]).toBe(exitCode)
  expect(existsSync(made)).toBe(false)
  folder.remove()
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A process that notes when it begins and ends its work, which takes 300 ms. */
function startWorker(name: string) {
  const program = `
    import { appendFileSync } from 'node:fs'
    import { whileLocked } from '${pathToFileURL(resolve('scripts/build-lock.mjs'))}'
    const note = (word) => appendFileSync('${join(folder, 'log')}', word + ' ${name}\\n')
    whileLocked('${join(folder, 'lock')}', () => {
      note('begins')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
      note('ends')
    })`
  return spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' })
}

it('two builds that are started at once run one after the other', async () => {
  await Promise.all(['one', 'other'].map((name) => once(startWorker(name), 'exit')))
  const lines = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n')
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['begins', 'ends', 'begins', 'ends'])
  expect(lines[0]?.split(' ')[1]).toBe(lines[1]?.split(' ')[1])
  expect(existsSync(join(folder, 'lock'))).toBe(false)
})

it('a build that was killed keeps no other one waiting', async () => {
  const killed = spawn(process.execPath, ['--eval', ''])
  await once(killed, 'exit')
  writeFileSync(join(folder, 'lock'), String(killed.pid))
  await once(startWorker('next'), 'exit')
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('begins next\nends next\n')
})

it('a build that was killed before it wrote its number keeps none waiting either', async () => {
  const lock = join(folder, 'lock')
  writeFileSync(lock, '')
  utimesSync(lock, new Date(0), new Date(0))
  await once(startWorker('next'), 'exit')
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('begins next\nends next\n')
})

import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onExit } from './exit-cleanup.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A running server of its own, with its own port and, unless told otherwise, its own data folder. */
export type ServerProcess = {
  readonly origin: string
  readonly process: ChildProcess
  /** Everything it printed so far. */
  output(): string
  /** Sends a signal and resolves with the exit code, null where the signal killed it. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/**
 * The ports are below those that systems give to sockets without a port of their own, or one of these could take it
 * before its server does.
 */
const ports = { min: 20_000, max: 32_000 } as const

/** A port of the loopback interface that is free right now. */
export async function freePort(): Promise<number> {
  for (let attempts = 0; attempts < 100; attempts += 1) {
    const port = randomInt(ports.min, ports.max)
    if (await isFree(port)) return port
  }
  throw new Error('no free port')
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  await once(probe.close(), 'close')
  return true
}

/** Creates a temporary folder, which goes with this process at the latest. */
export function temporaryFolder(prefix: string, parent: string = tmpdir()): { path: string; remove(): void } {
  const path = mkdtempSync(join(parent, `${prefix}-`))
  // A server that was killed a moment ago may still write.
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  const unregister = onExit(remove)
  return {
    path,
    remove() {
      unregister()
      remove()
    },
  }
}

/**
 * Starts a server program and waits until it answers.
 *
 * @param settings its environment, on top of a minimal one
 * @param command what to run with Node; the production build where left out
 * @param outputTo an open file that gets what it prints
 * @throws {Error} with its output, when it ends or does not answer within 60 s
 */
export async function startServer(
  settings: Record<string, string>,
  command: readonly string[] = ['dist/server/main.js'],
  outputTo: 'pipe' | number = 'pipe',
): Promise<ServerProcess> {
  const port = settings.PORT ?? String(await freePort())
  const child = spawn(process.execPath, [...command], {
    cwd: root,
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...settings, PORT: port },
    stdio: ['ignore', outputTo, outputTo],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (output += data.toString()))
  const unregister = onExit(() => child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve)).finally(unregister)

  const origin = `http://127.0.0.1:${port}`
  const giveUpAt = performance.now() + 60_000
  while (!(await answers(`${origin}/readyz`))) {
    if (child.exitCode !== null || performance.now() > giveUpAt) {
      child.kill('SIGKILL')
      throw new Error(`The server did not start:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
  return {
    origin,
    process: child,
    output: () => output,
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    // The server does not listen yet.
    return false
  }
}

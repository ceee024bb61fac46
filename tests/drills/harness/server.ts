import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onExit } from '#tests/support/server/exit-cleanup.ts'

/** A server as a process group. */
export type DrilledServer = {
  readonly origin: string
  readonly process: ChildProcess
  /** Exit code, or null after a signal. */
  readonly ended: Promise<number | null>
  isRunning(): boolean
  output(): string
  /** @returns the time since its start in ms */
  ready(limitMs?: number): Promise<number>
  /** Signals the group and waits until it has ended. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

export type ServerOptions = {
  readonly dist: string
  readonly port: number
  readonly settings: Readonly<Record<string, string>>
  /** A command to run the server with, such as a tracer. */
  readonly wrapper?: readonly string[]
}

/** Does not wait until it is ready. */
export function spawnServer({ dist, port, settings, wrapper = [] }: ServerOptions): DrilledServer {
  const startedAt = performance.now()
  const [program = process.execPath, ...parameters] = [...wrapper, process.execPath, join(dist, 'server/main.js')]
  const child = spawn(program, parameters, {
    cwd: join(dist, '..'),
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', LOG_LEVEL: 'fatal', ...settings, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const unregister = onExit(() => killGroup(child, 'SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output = (output + data.toString()).slice(-100_000)
    })
  const ended = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => {
      unregister()
      resolve(code)
    }),
  )
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    process: child,
    ended,
    isRunning,
    output: () => output,
    async ready(limitMs = 60_000) {
      while (!(await isReady(`${origin}/readyz`))) {
        if (!isRunning()) throw new Error(`the server ended with ${child.exitCode ?? child.signalCode}:\n${output}`)
        if (performance.now() - startedAt > limitMs) throw new Error(`the server was not ready within ${limitMs} ms`)
        await delay(10)
      }
      return performance.now() - startedAt
    },
    end(signal) {
      killGroup(child, signal)
      return ended
    },
  }
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The process has already ended.
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

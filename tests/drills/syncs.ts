import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { temporaryFolder } from '#tests/support/server/server-process.ts'
import { audit } from './harness/audit.ts'
import { type Drill, type DrillRun, Skipped } from './harness/drill.ts'
import { startScene } from './harness/scene.ts'
import { newInput, submit } from './harness/submit.ts'

type Traced = { readonly responses: number; readonly syncs: number; readonly early: number }

type Call = 'request' | 'write to the log' | 'sync of the log' | 'response'

const callForms: readonly (readonly [Call, RegExp])[] = [
  ['request', /^read\(\d+<(?:TCP|socket).*"POST \/api\/trpc\/estimates\.submit/],
  ['write to the log', /^pwrite64\(\d+<[^>]*-wal>/],
  ['sync of the log', /^f(?:data)?sync\(\d+<[^>]*-wal>.*= 0$/],
  ['response', /^writev?\(\d+<(?:TCP|socket).*HTTP\/1\.1 200.*\{\\"result\\":\{\\"data\\":\{\\"reference\\"/],
]

/** The relevant system calls in order. An interrupted call counts when it returns, a response when it starts. */
function* callsOf(trace: string): Generator<Call> {
  const unfinished = new Map<string, string>()
  for (const traced of trace.split('\n')) {
    const [, thread = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(traced) ?? []
    const isResumed = rest.startsWith('<...')
    const text = isResumed ? `${unfinished.get(thread) ?? ''} ${rest}` : rest
    if (rest.endsWith('<unfinished ...>')) unfinished.set(thread, rest)
    const [call] = callForms.find(([, form]) => form.test(text)) ?? []
    if (call && !(call === 'response' && isResumed)) yield call
  }
}

/**
 * A response is early if the log was not synced since its request was read, or was written to since. There is one request
 * at a time and no email, so every write belongs to it.
 */
function readTrace(trace: string): Traced {
  const seen = { responses: 0, syncs: 0, early: 0 }
  let last: Call = 'response'
  for (const call of callsOf(trace)) {
    if (call === 'sync of the log') seen.syncs += 1
    if (call === 'response') {
      seen.responses += 1
      if (last !== 'sync of the log') seen.early += 1
    }
    last = call
  }
  return seen
}

async function syncBeforeResponse(drill: DrillRun): Promise<void> {
  const folder = temporaryFolder('trace')
  drill.defer(() => folder.remove())
  try {
    execFileSync('strace', ['-o', '/dev/null', process.execPath, '--version'], { stdio: 'pipe' })
  } catch {
    throw new Skipped('strace is missing or not permitted.')
  }
  const file = join(folder.path, 'trace')
  const calls = 'trace=fdatasync,fsync,pwrite64,read,write,writev'
  const wrapper = ['strace', '-f', '-qq', '-y', '-s', '2000', '-e', calls, '-e', 'signal=none', '-o', file]
  const scene = await startScene(drill, { wrapper })
  const requests = drill.count(1_000)
  for (let count = 0; count < requests; count++) {
    // The name quarantines it, so that no email writes to the log meanwhile.
    const input = newInput(drill.random, { name: 'See www.example.com' })
    await submit(scene.origin, scene.ledger, input)
    // Writes after this response must not count for the next one.
    await delay(30)
  }
  await scene.server.end('SIGTERM')
  const { responses, syncs, early } = readTrace(readFileSync(file, 'utf8'))
  drill.figure('responses', responses)
  drill.figure('syncs', syncs)
  drill.figure('early', early)
  drill.check('the trace has every response', responses === requests, { responses, requests })
  drill.check('each response comes after its commit is on the disk', early === 0, early)
  await audit(drill, scene, { mayEnd: true, quarantine: true })
}

export const syncDrills: readonly Drill[] = [
  { id: 'R16', title: 'on the disk before each response', engine: 'sqlite', run: syncBeforeResponse },
]

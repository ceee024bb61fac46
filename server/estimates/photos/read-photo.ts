import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { AppError } from '#server/errors.ts'
import { minuteMs } from '#shared/durations.ts'
import { maxPhotoPixels, photoProblems, photoSide, smallPhotoSide } from '#shared/estimates/photos.ts'

export type WorkerLimits = Readonly<Record<keyof typeof photoLimits, number>>

/** Processor time, since a busy machine takes longer for the same photo. The largest photos take half of the memory. */
export const photoLimits = {
  maxPixels: maxPhotoPixels,
  maxFrames: 200,
  side: photoSide,
  smallSide: smallPhotoSide,
  maxBytes: 700 * 1024 * 1024,
  maxCpuMs: 10_000,
} as const

/** A process that does not end is ended. */
const patienceMs = minuteMs

const workersAtOnce = 2

/** The server's own work goes first. */
const lowPriority = 10

const workerFile = fileURLToPath(new URL('./photo-worker.js', import.meta.url))

/** How a JPEG, a PNG, a GIF and a WebP begin, in hexadecimal. Nothing else reaches a decoder. */
const beginnings = /^(?:ffd8ff|89504e470d0a1a0a|474946383[79]61|52494646.{8}57454250)/

/** Both sizes as JPEG, without any metadata. The width and the height are those of `bytes`. */
export type ReadPhoto = {
  readonly width: number
  readonly height: number
  readonly small: Buffer
  readonly bytes: Buffer
}

export type PhotoReader = {
  /** @throws {AppError} `invalid` with a sentence for the visitor; `unavailable` */
  read(bytes: Buffer): Promise<ReadPhoto>
  /** Ends the workers. */
  close(): void
}

export function createPhotoReader(limits: WorkerLimits = photoLimits): PhotoReader {
  const closing = new AbortController()
  const waiting: (() => void)[] = []
  let running = 0

  return {
    async read(bytes) {
      if (!beginnings.test(bytes.toString('hex', 0, 12))) throw new AppError('invalid', photoProblems.unreadable)
      if (running < workersAtOnce) running += 1
      // The one that ends passes its place on.
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await readInWorker(bytes, limits, closing.signal)
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
    close: () => closing.abort(),
  }
}

async function readInWorker(bytes: Buffer, limits: WorkerLimits, signal: AbortSignal): Promise<ReadPhoto> {
  const worker = spawn(process.execPath, [workerFile, JSON.stringify(limits)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // It decodes what strangers send, so it gets no secret.
    env: {},
    signal,
    timeout: patienceMs,
    killSignal: 'SIGKILL',
  })
  yieldToServer(worker)
  // It fails where no process can be started.
  const ended = once(worker, 'close').catch(() => undefined)
  // A worker that ended early does not read the rest.
  worker.stdin.on('error', () => undefined).end(bytes)
  const [output] = await Promise.all([buffer(worker.stdout), ended])
  const { exitCode, signalCode } = worker
  const hasCrashed = signalCode !== null && signalCode !== 'SIGKILL'
  if (exitCode === reachedLimit || hasCrashed) throw new AppError('invalid', photoProblems.unreadable)
  if (exitCode === lacksSharp) throw unavailable('the package sharp cannot be loaded. Install the packages again.')
  if (exitCode !== 0) throw unavailable(`the process for photos ended with ${exitCode ?? signalCode}`)
  return toPhoto(output)
}

/** Before it starts threads, since they keep the priority that they begin with. */
function yieldToServer({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, lowPriority)
  } catch {
    // A hardened system may refuse it.
  }
}

// The codes with which a worker ends.
const lacksSharp = 3
const reachedLimit = 4

function toPhoto(output: Buffer): ReadPhoto {
  const lineEnd = output.indexOf('\n')
  const head: WorkerAnswer = JSON.parse(output.toString('utf8', 0, lineEnd))
  if ('problem' in head) throw new AppError('invalid', photoProblems[head.problem])
  const smallEnd = lineEnd + 1 + head.smallBytes
  const { width, height } = head
  return { width, height, small: output.subarray(lineEnd + 1, smallEnd), bytes: output.subarray(smallEnd) }
}

type WorkerAnswer =
  | { readonly problem: 'unreadable' | 'tooManyPixels' }
  | { readonly width: number; readonly height: number; readonly smallBytes: number }

/** @param why for the log */
export function unavailable(why: string): AppError {
  return new AppError('unavailable', photoProblems.unavailable, { retryAfterSeconds: 5, cause: new Error(why) })
}

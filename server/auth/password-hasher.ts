import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Piscina } from 'piscina'
import { AppError } from '#server/errors.ts'
import { isHashable } from './password-policy.ts'

const threads = Math.max(1, Math.min(4, availableParallelism() - 1))

/** Each password takes a quarter of a second. */
const maxQueueLength = 20

const idleThreadMs = 60_000

/** Only Linux has priorities per thread. */
const niceIncrement = process.platform === 'linux' ? 10 : 0

const workerFile = fileURLToPath(new URL('./password-worker.js', import.meta.url))

export type PasswordHasher = {
  /**
   * @throws {AppError} `unavailable`: too many passwords wait
   * @throws {Error} unless the password is hashable
   */
  hash(password: string): Promise<string>
  /**
   * @param hash null returns false in the same time
   * @throws {AppError} `unavailable`
   */
  verify(password: string, hash: string | null): Promise<boolean>
  /** @throws {AppError} `unavailable` */
  assertRoom(): void
  close(): Promise<void>
}

export function createPasswordHasher(cost: number): PasswordHasher {
  const dummyHash = createDummyHash(cost)
  let opening: Promise<Piscina> | undefined
  let running = 0

  function assertRoom(): void {
    if (running >= threads + maxQueueLength)
      throw new AppError('unavailable', 'Too many people are signing in right now. Please try again in a moment.', {
        retryAfterSeconds: 5,
      })
  }

  async function run<Result>(name: 'hash' | 'compare', task: unknown): Promise<Result> {
    assertRoom()
    running += 1
    try {
      // The start does not wait for the library.
      opening ??= openPool()
      return await (await opening).run(task, { name })
    } finally {
      running -= 1
    }
  }

  return {
    async hash(password) {
      if (!isHashable(password)) throw new Error('the password cannot be hashed whole')
      return await run<string>('hash', { password, cost })
    },
    async verify(password, hash) {
      const possible = hash !== null && isHashable(password)
      const equal = await run<boolean>('compare', { password, hash: possible ? hash : dummyHash })
      return possible && equal
    },
    assertRoom,
    async close() {
      await (await opening)?.destroy()
    },
  }
}

async function openPool(): Promise<Piscina> {
  const { Piscina } = await import('piscina')
  return new Piscina({
    filename: workerFile,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleThreadMs,
    niceIncrement,
  })
}

/** Matches no password. */
function createDummyHash(cost: number): string {
  // 22 characters of salt, 31 of hash.
  return `$2b$${String(cost).padStart(2, '0')}$${randomBytes(27).toString('hex').slice(0, 53)}`
}

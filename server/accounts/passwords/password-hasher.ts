import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Piscina } from 'piscina'
import { AppError } from '#server/errors.ts'
import { isAllowed } from '#shared/permissions.ts'
import { isHashable } from './password-policy.ts'

const threads = Math.max(1, Math.min(4, availableParallelism() - 1))

/** The staff come first, and others cannot fill their queue. Anyone can make accounts without a role. */
export type HashingQueue = 'staff' | 'others'

/** The limit of each queue. A password takes a quarter of a second. */
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
  hash(password: string, queue: HashingQueue): Promise<string>
  /**
   * @param hash null returns false in the same time
   * @throws {AppError} `unavailable`
   */
  verify(password: string, hash: string | null, queue: HashingQueue): Promise<boolean>
  /** @throws {AppError} `unavailable` */
  assertRoom(queue: HashingQueue): void
  close(): Promise<void>
}

export function createPasswordHasher(cost: number): PasswordHasher {
  const dummyHash = createDummyHash(cost)
  let opening: Promise<Piscina> | undefined
  let running = 0
  const waiting: Readonly<Record<HashingQueue, (() => void)[]>> = { staff: [], others: [] }

  function assertRoom(queue: HashingQueue): void {
    if (running >= threads && waiting[queue].length >= maxQueueLength)
      throw new AppError('unavailable', 'Too many people are signing in right now. Please try again in a moment.', {
        retryAfterSeconds: 5,
      })
  }

  async function run<Result>(name: 'hash' | 'compare', task: unknown, queue: HashingQueue): Promise<Result> {
    assertRoom(queue)
    if (running < threads) running += 1
    else await new Promise<void>((resolve) => waiting[queue].push(resolve))
    try {
      // The start does not wait for the library.
      opening ??= openPool()
      return await (await opening).run(task, { name })
    } finally {
      const next = waiting.staff.shift() ?? waiting.others.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    async hash(password, queue) {
      if (!isHashable(password)) throw new Error('the password cannot be hashed whole')
      return await run<string>('hash', { password, cost }, queue)
    },
    async verify(password, hash, queue) {
      const possible = hash !== null && isHashable(password)
      const equal = await run<boolean>('compare', { password, hash: possible ? hash : dummyHash }, queue)
      return possible && equal
    },
    assertRoom,
    async close() {
      await (await opening)?.destroy()
    },
  }
}

export function getHashingQueue({ role }: { readonly role: string }): HashingQueue {
  return isAllowed(role, 'workEstimates') ? 'staff' : 'others'
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

/** The hash matches no password. */
function createDummyHash(cost: number): string {
  // The salt has 22 characters, and the hash has 31.
  return `$2b$${String(cost).padStart(2, '0')}$${randomBytes(27).toString('hex').slice(0, 53)}`
}

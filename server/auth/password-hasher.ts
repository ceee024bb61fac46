import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { AppError } from '#server/errors.ts'
import { isHashable } from './password-policy.ts'

/** One core stays for everything else, and nobody needs more than a few people a second to sign in. */
const threads = Math.max(1, Math.min(4, availableParallelism() - 1))

/** What waits while all threads are busy; at a quarter of a second each, more would wait for too long. */
const maxQueueLength = 20

/** A burst of sign-ins shares its threads; without any, they take no memory. */
const idleThreadMs = 60_000

/** Where the processor is scarce, whoever sends a request goes before whoever tries passwords. Per thread on Linux only. */
const niceIncrement = process.platform === 'linux' ? 10 : 0

const workerFile = fileURLToPath(new URL('./password-worker.js', import.meta.url))

/** Makes and checks passwords' hashes (bcrypt), away from the thread that answers requests. */
export type PasswordHasher = {
  /**
   * @param password one that the policy let through
   * @throws {AppError} `unavailable`: too many passwords wait to be hashed
   * @throws when the password is none that can be hashed whole
   */
  hash(password: string): Promise<string>
  /**
   * Whether a hash was made of a password. Takes as long when there is no hash, so that time does not tell.
   *
   * @param password anything that somebody typed
   * @param hash null: there is no such account, or it has no password; the answer is then false
   * @throws {AppError} `unavailable`: too many passwords wait to be hashed
   */
  verify(password: string, hash: string | null): Promise<boolean>
  /**
   * Spares the way to the database where it would be for nothing.
   *
   * @throws {AppError} `unavailable`: too many passwords wait to be hashed
   */
  assertRoom(): void
  /** Ends the threads. What still waits is rejected. */
  close(): Promise<void>
}

/**
 * Makes a hasher. Its threads start with the first password and end some time after the last.
 *
 * @param cost of bcrypt: 2 to the power of this many rounds. Of one installation always the same, see password-cost.ts
 */
export function createPasswordHasher(cost: number): PasswordHasher {
  const pool = new Piscina({
    filename: workerFile,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleThreadMs,
    niceIncrement,
  })
  const noPassword = hashOfNothing(cost)
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
      return await pool.run(task, { name })
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
      const equal = await run<boolean>('compare', { password, hash: possible ? hash : noPassword })
      return possible && equal
    },
    assertRoom,
    close: () => pool.destroy(),
  }
}

/** A hash that costs as much to compare with as a real one, and is of nothing: nobody knows its password. */
function hashOfNothing(cost: number): string {
  // 22 characters of salt and 31 of hash; hexadecimal digits are among those that bcrypt writes.
  return `$2b$${String(cost).padStart(2, '0')}$${randomBytes(27).toString('hex').slice(0, 53)}`
}

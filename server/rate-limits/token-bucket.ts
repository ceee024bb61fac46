import { rateLimitKey } from './client-ip.ts'

/** What one network address may do each minute, and at once after a quiet minute. */
type TokenBucketOptions = {
  readonly perMinute: number
  /** Milliseconds of a clock that nobody sets; only differences count. */
  readonly now?: () => number
}

/** What became of an attempt to take one. */
type TokenResult =
  | { readonly refused: true; readonly retryAfterSeconds: number }
  | {
      readonly refused: false
      /** For what turned out to be no concern of this limit. */
      readonly refund: () => void
    }

type Bucket = { left: number; at: number }

const minuteMs = 60_000

/** Addresses that are remembered at a time; beyond it the one that came first is forgotten, and starts afresh. */
const maxBuckets = 10_000

/**
 * A coarse limit per network address, for what costs little each time: it lives in memory, is each process' own and ends
 * with it. What must not be got round is limited in the database (see limits.ts).
 */
export class TokenBucket {
  readonly #buckets = new Map<string, Bucket>()
  readonly #perMinute: number
  readonly #now: () => number

  constructor({ perMinute, now = () => performance.now() }: TokenBucketOptions) {
    this.#perMinute = perMinute
    this.#now = now
  }

  /** Takes one from an address' allowance. */
  take(ip: string): TokenResult {
    const bucket = this.#bucketOf(ip)
    if (bucket.left < 1)
      return { refused: true, retryAfterSeconds: Math.ceil(((1 - bucket.left) * minuteMs) / this.#perMinute / 1000) }
    bucket.left -= 1
    return {
      refused: false,
      refund: () => {
        bucket.left = Math.min(this.#perMinute, bucket.left + 1)
      },
    }
  }

  #bucketOf(ip: string): Bucket {
    const key = rateLimitKey(ip)
    const now = this.#now()
    const known = this.#buckets.get(key)
    if (known) {
      known.left = Math.min(this.#perMinute, known.left + ((now - known.at) * this.#perMinute) / minuteMs)
      known.at = now
      return known
    }
    if (this.#buckets.size >= maxBuckets) {
      const [oldest] = this.#buckets.keys()
      if (oldest !== undefined) this.#buckets.delete(oldest)
    }
    const bucket = { left: this.#perMinute, at: now }
    this.#buckets.set(key, bucket)
    return bucket
  }
}

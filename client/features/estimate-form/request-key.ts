/** `conflict`: the server knows the key with other values. */
export type SendOutcome = 'accepted' | 'conflict' | 'failed'

/**
 * The key by which the server recognizes a repeated submission. It stays the same while a submission may or may not have
 * arrived, and changes once the estimate is stored.
 *
 * @param onMade runs before a new key is used, to store it for a reload
 */
export function createRequestKey(makeKey: () => string, onMade: () => void = () => {}) {
  let key: string | undefined
  return {
    current(): string {
      if (key === undefined) {
        key = makeKey()
        onMade()
      }
      return key
    },
    /** The key of a submission that may have arrived. */
    open: () => key,
    /** Takes over the key of an earlier visit. */
    adopt(earlier: string | undefined): void {
      key = earlier
    },
    settle(outcome: SendOutcome): void {
      if (outcome !== 'failed') key = undefined
    },
  }
}

export type RequestKey = ReturnType<typeof createRequestKey>

/** `conflict`: the server knows the key with other values. */
export type SendOutcome = 'accepted' | 'conflict' | 'failed'

/**
 * Lets the server recognize a repeated submission. The key changes once the estimate is stored.
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
    /** Belongs to a submission that may have arrived. */
    open: () => key,
    /** Restores the key of an earlier visit. */
    adopt(earlier: string | undefined): void {
      key = earlier
    },
    settle(outcome: SendOutcome): void {
      if (outcome !== 'failed') key = undefined
    },
  }
}

export type RequestKey = ReturnType<typeof createRequestKey>

/** How a send ended: `conflict` means that the server knows the key already, with other values. */
export type SendOutcome = 'accepted' | 'conflict' | 'failed'

/**
 * The key by which the server tells a repeated send from a new request. It stays the same while nobody knows whether a
 * send has arrived, and is a new one once its request is stored, be it by this send or, with other values, by one whose
 * answer got lost.
 *
 * @param onMade told of each new key before it is used, to keep it where a reload cannot lose it
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
    /** The key of a send that may have arrived; undefined when there is none. */
    open: () => key,
    /** Goes on with the key of an earlier visit, or with none. */
    adopt(kept: string | undefined): void {
      key = kept
    },
    settle(outcome: SendOutcome): void {
      if (outcome !== 'failed') key = undefined
    },
  }
}

export type RequestKey = ReturnType<typeof createRequestKey>

/** How a send ended: `conflict` means that the server knows the key already, with other values. */
export type SendOutcome = 'accepted' | 'conflict' | 'failed'

/**
 * The key by which the server tells a repeated send from a new request. It stays the same while nobody knows whether a
 * send has arrived, and is a new one once its request is stored, be it by this send or, with other values, by one whose
 * answer got lost.
 */
export function createRequestKey(makeKey: () => string) {
  let key: string | undefined
  return {
    current(): string {
      key ??= makeKey()
      return key
    },
    settle(outcome: SendOutcome): void {
      if (outcome !== 'failed') key = undefined
    },
  }
}

export type RequestKey = ReturnType<typeof createRequestKey>

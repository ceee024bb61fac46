/** `conflict`: the server knows the key with other values. */
export type SendOutcome = 'accepted' | 'conflict' | 'failed'

/**
 * Lets the server recognize a repeated submission, and the photos that belong to it. The key changes once the estimate is
 * stored.
 *
 * @param onChange runs before a new key is used, and before the first submission with it, to store both for a reload
 */
export function createRequestKey(makeKey: () => string, onChange: () => void = () => {}) {
  let key: string | undefined
  let mayHaveArrived = false

  function current(): string {
    if (key === undefined) {
      key = makeKey()
      onChange()
    }
    return key
  }

  return {
    /** Photos use it, since they do not wait for the submission. */
    current,
    /** Returns the key with which the form is submitted, and remembers that it was. */
    forSubmission(): string {
      current()
      const isFirst = !mayHaveArrived
      mayHaveArrived = true
      if (isFirst) onChange()
      return current()
    },
    open: () => key,
    /** Whether a submission with the key was tried. */
    mayHaveArrived: () => mayHaveArrived,
    /** Restores the key of an earlier visit. */
    adopt(earlier: string | undefined, wasTried: boolean): void {
      key = earlier
      mayHaveArrived = wasTried && earlier !== undefined
    },
    settle(outcome: SendOutcome): void {
      if (outcome === 'failed') return
      key = undefined
      mayHaveArrived = false
    },
  }
}

export type RequestKey = ReturnType<typeof createRequestKey>

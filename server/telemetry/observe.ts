/** Names come from the code, so that they are few and say nothing about visitors. */
export type Operation =
  | { readonly kind: 'database'; readonly name: string }
  /** One request to the email service, or one batch of files. */
  | { readonly kind: 'mail'; readonly messages: number }

/** Runs the work, and returns or throws what it does. */
export type Observe = <Result>(operation: Operation, work: () => Promise<Result>) => Promise<Result>

/** The first one is the innermost. */
export function observeWith(observers: readonly Observe[]): Observe {
  return <Result>(operation: Operation, work: () => Promise<Result>) => {
    let observed = work
    for (const observe of observers) {
      const inner = observed
      observed = () => observe(operation, inner)
    }
    return observed()
  }
}

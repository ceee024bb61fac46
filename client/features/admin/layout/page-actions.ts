/** The palette's actions on the current page. */
export type PageAction = {
  /** Unique on its page, for instance “Log call”. */
  readonly label: string
  /** More words that find it. */
  readonly words?: string
  /** The page's own shortcut. */
  readonly keys?: string | undefined
  /** The palette shows it only to those who type for it. */
  readonly isMinor?: boolean
  /** Runs after the palette has closed and given back the focus. */
  run(): void
}

type ReadActions = () => readonly PageAction[]

/** The actions that the components of a page have registered, in this order. */
export type PageActions = {
  read(): readonly PageAction[]
  /** @returns unregisters them */
  register(read: ReadActions): () => void
}

export function createPageActions(): PageActions {
  const registered = new Set<ReadActions>()
  return {
    read: () => [...registered].flatMap((read) => read()),
    register(read) {
      registered.add(read)
      return () => void registered.delete(read)
    },
  }
}

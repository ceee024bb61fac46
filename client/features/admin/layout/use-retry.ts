import { type RefObject, useRef } from 'react'

type Retry = { heading: RefObject<HTMLHeadingElement | null>; retry: () => void }

/** Retries a page's query. The heading gets the focus, which would be lost with the button that was pressed. */
export function useRetry(reload: () => unknown): Retry {
  const heading = useRef<HTMLHeadingElement>(null)
  return {
    heading,
    retry() {
      heading.current?.focus()
      void reload()
    },
  }
}

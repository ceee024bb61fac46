import { useEffect, useLayoutEffect, useRef } from 'react'
import type { PageAction } from './page-actions.ts'
import { useStaff } from './staff-context.ts'

/** Offers actions in the command palette as long as the component is mounted. */
export function usePageActions(actions: readonly PageAction[]): void {
  const { pageActions } = useStaff()
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    return pageActions.register(() => latest.current)
  }, [pageActions])
}

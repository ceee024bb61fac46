import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { logError } from '#client/lib/log-error.ts'
import { buttonClass } from './button-class.ts'
import { MessagePage } from './message-page.tsx'

/** One prerendered file serves all unknown paths, so the markup must not depend on the path. */
export function NotFoundPage() {
  // The path is undefined during a navigation, which briefly shows this page with another page's path.
  const path = useRouterState({
    select: ({ location, resolvedLocation = location }) =>
      location.pathname === resolvedLocation.pathname ? location.pathname : undefined,
  })
  const logged = useRef<string>(undefined)

  useEffect(() => {
    // start.ts logs the path of a fresh load.
    logged.current ??= document.documentElement.dataset.missing
    if (path === undefined || logged.current === path) return
    logged.current = path
    logError(`404: there is no page at ${path}`)
  }, [path])

  return (
    <MessagePage
      eyebrow="Error 404"
      title="Oops! Page not found"
      text="The address may be mistyped, or the page has moved. Start again from the home page, or call us and we’ll point you the right way."
    >
      <Link to="/" className={buttonClass()}>
        Return to Home
      </Link>
    </MessagePage>
  )
}

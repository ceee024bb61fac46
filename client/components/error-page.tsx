import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { loadAnew, needsLoading } from '#client/lib/load-anew.ts'
import { buttonClass } from './button-class.ts'
import { MessagePage } from './message-page.tsx'
import { PendingPage } from './pending-page.tsx'

/**
 * Replaces a page that failed to load or render. React has logged the error. A page that lacks a part, as after an
 * upgrade of the server, is loaded again at once.
 */
export function ErrorPage({ error }: Pick<ErrorComponentProps, 'error'>) {
  const [loading, setLoading] = useState<'byItself' | 'asked' | undefined>(() =>
    needsLoading(error) ? 'byItself' : undefined,
  )

  useEffect(() => {
    if (!loading) return
    const stopping = new AbortController()
    void loadAnew(loading === 'asked', stopping.signal).then((loads) => {
      if (!loads) setLoading(undefined)
    })
    return () => stopping.abort()
  }, [loading])

  if (loading) return <PendingPage />
  return (
    <div role="alert">
      <MessagePage
        title="Something went wrong"
        text="We couldn’t show this page. Trying again often helps. If it doesn’t, call us and we’ll help by phone."
      >
        <button type="button" className={buttonClass()} onClick={() => setLoading('asked')}>
          Try again
        </button>
        {/* A plain link, since a full reload helps more often. */}
        <a href="/" className={buttonClass('onNavy')}>
          Return to Home
        </a>
      </MessagePage>
    </div>
  )
}

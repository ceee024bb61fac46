import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { logError } from '#client/lib/log-error.ts'
import { company } from '#shared/company.ts'
import { buttonClass } from './button-class.ts'
import { PhoneIcon } from './icons.tsx'
import styles from './message-page.module.css'

/** What any unknown address shows. The markup must not depend on the path: one file answers for all of them. */
export function NotFoundPage() {
  // The resolved one: while one goes on to another page, this one still stands for a moment.
  const path = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname })
  const logged = useRef<string>(undefined)

  useEffect(() => {
    if (logged.current === path) return
    logged.current = path
    logError(`404: there is no page at ${path}`)
  }, [path])

  return (
    <div className={styles.page}>
      <p className={styles.eyebrow}>Error 404</p>
      <h1 className={styles.title}>Oops! Page not found</h1>
      <p className={styles.text}>
        The address may have been mistyped, or the page has moved. You will find everything from the home page, or call
        us and we will point you the right way.
      </p>
      <div className={styles.actions}>
        <Link to="/" className={buttonClass()}>
          Return to Home
        </Link>
        <a href={company.phone.href} className={buttonClass('quiet')}>
          <PhoneIcon />
          {company.phone.display}
        </a>
      </div>
    </div>
  )
}

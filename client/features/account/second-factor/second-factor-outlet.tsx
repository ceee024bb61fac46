import { buttonClass } from '#client/components/button-class.ts'
import { useLoaded } from '#client/lib/use-loaded.ts'
import type { AccountUser } from '#shared/account.ts'
import { headingId } from './heading-id.ts'
import styles from './second-factor-section.module.css'

const load = () => import('./second-factor-section.tsx')

/** Loads on demand, since most accounts come to this page for something else. */
export function SecondFactorOutlet({ user }: { user: AccountUser }) {
  const { module, failed, retry } = useLoaded(load)
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h3 id={headingId} tabIndex={-1} className={styles.title}>
        Second factor
      </h3>
      <p className={styles.note}>A second factor keeps your account yours, even when somebody knows your password.</p>
      {module ? <module.SecondFactorSection user={user} /> : !failed && <p role="status">One moment…</p>}
      {failed && (
        <div className={styles.failure} role="alert">
          <p>This part of the page did not load.</p>
          <button type="button" className={buttonClass('quiet', 'compact')} onClick={retry}>
            Try again
          </button>
        </div>
      )}
    </section>
  )
}

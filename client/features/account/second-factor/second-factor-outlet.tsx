import { ProblemNote } from '#client/components/problem-note.tsx'
import { useLoaded } from '#client/lib/use-loaded.ts'
import { headingId } from './heading-id.ts'
import styles from './second-factor-section.module.css'

const load = () => import('./second-factor-section.tsx')

/** Loads on demand, since most accounts come to this page for something else. */
export function SecondFactorOutlet({ email }: { email: string }) {
  const { module, failed, retry } = useLoaded(load)
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h3 id={headingId} tabIndex={-1} className={styles.title}>
        Second factor
      </h3>
      <p className={styles.note}>A second factor keeps your account yours, even if someone learns your password.</p>
      {module ? <module.SecondFactorSection email={email} /> : !failed && <p role="status">One moment…</p>}
      {failed && <ProblemNote text="This part of the page did not load." onRetry={retry} />}
    </section>
  )
}

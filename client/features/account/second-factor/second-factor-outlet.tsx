import { Text, Title } from '@mantine/core'
import { ProblemNote } from '#client/components/problem-note.tsx'
import { useLoaded } from '#client/lib/use-loaded.ts'
import styles from '../account.module.css'
import { toHeadingId } from '../account-section.tsx'

const load = () => import('./second-factor-section.tsx')

/** Loads on demand, since most accounts come to this page for something else. */
export function SecondFactorOutlet({ email }: { email: string }) {
  const { module, failed, retry } = useLoaded(load)
  const headingId = toHeadingId('second-factor')
  return (
    <section aria-labelledby={headingId} className={styles.row}>
      <Title id={headingId} tabIndex={-1}>
        Second factor
      </Title>
      <Text c="dimmed" mb="sm">
        A second factor keeps your account yours, even if someone learns your password.
      </Text>
      {module ? <module.SecondFactorSection email={email} /> : !failed && <p role="status">One moment…</p>}
      {failed && <ProblemNote text="This part of the page did not load." onRetry={retry} />}
    </section>
  )
}

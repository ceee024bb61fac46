import { AccountFrame } from '#client/components/account-frame.tsx'
import { ProblemNote } from '#client/components/problem-note.tsx'
import { SignOutButton } from '#client/components/sign-out-button.tsx'
import { useLoaded } from '#client/lib/use-loaded.ts'
import styles from './second-factor.module.css'

const load = () => import('./second-factor-choice.tsx')

/** Stands in place of every page that needs an account, until the second factor is set up. */
export function SecondFactorGate({ email, onDone }: { email: string; onDone: () => void }) {
  const { module, failed, retry } = useLoaded(load)
  return (
    <AccountFrame title="Set up a second factor" subtitle="Your role needs one before you can go on." art="small">
      <div className={styles.stack}>
        {module ? (
          <module.SecondFactorChoice email={email} onDone={onDone} />
        ) : (
          !failed && <p role="status">One moment…</p>
        )}
        {failed && <ProblemNote text="This part of the page did not load." onRetry={retry} />}
        <p className={styles.note}>Signed in as {email}. Not you, or no time now?</p>
        <div>
          <SignOutButton leave />
        </div>
      </div>
    </AccountFrame>
  )
}

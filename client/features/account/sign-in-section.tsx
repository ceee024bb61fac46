import styles from './account-section.module.css'
import { AccountSection, focusSection } from './account-section.tsx'
import { PasswordRow } from './password-row.tsx'
import { SecondFactorOutlet } from './second-factor/second-factor-outlet.tsx'

export const signInAnchor = 'sign-in'

/** Shows the ways in which the user can sign in. */
export function SignInSection({ email }: { email: string }) {
  return (
    <AccountSection anchor={signInAnchor} title="Sign-in">
      <div className={styles.rows}>
        <PasswordRow email={email} onDone={() => focusSection(signInAnchor)} />
      </div>
      <SecondFactorOutlet email={email} />
    </AccountSection>
  )
}

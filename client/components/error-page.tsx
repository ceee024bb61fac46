import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { company } from '#shared/company.ts'
import { buttonClass } from './button-class.ts'
import { PhoneIcon } from './icons.tsx'
import styles from './message-page.module.css'

/** What stands where a page failed to load or to render. React has logged the error already. */
export function ErrorPage({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  const router = useRouter()

  function tryAgain(): void {
    reset()
    void router.invalidate()
  }

  return (
    <div className={styles.page} role="alert">
      <h1 className={styles.title}>Something went wrong</h1>
      <p className={styles.text}>
        This page could not be shown. Trying again often helps. If it does not, we are glad to help you by phone.
      </p>
      <div className={styles.actions}>
        <button type="button" className={buttonClass()} onClick={tryAgain}>
          Try again
        </button>
        {/* A plain link, since loading everything anew is the better remedy here. */}
        <a href="/" className={buttonClass('quiet')}>
          Return to Home
        </a>
        <a href={company.phone.href} className={buttonClass('quiet')}>
          <PhoneIcon />
          {company.phone.display}
        </a>
      </div>
    </div>
  )
}

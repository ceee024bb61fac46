import { buttonClass } from '#client/components/button-class.ts'
import styles from './list-message.module.css'

/** Stands where the list would be when it did not load. */
export function ListFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.message}>
      <h3>The estimates could not be loaded</h3>
      <p>They are safe with us; only this page could not get them. Trying again often helps.</p>
      <button type="button" className={buttonClass()} onClick={onRetry}>
        Retry
      </button>
    </div>
  )
}

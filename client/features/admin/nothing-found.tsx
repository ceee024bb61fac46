import { buttonClass } from '#client/components/button-class.ts'
import styles from './list-message.module.css'

/** Stands where the list would be when no request meets the filters. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <div className={styles.message}>
      <h3>No request matches</h3>
      <p>Each word must be the beginning of a word in a request, and each filter must be met.</p>
      <button type="button" className={buttonClass()} onClick={onClear}>
        Show all requests
      </button>
    </div>
  )
}

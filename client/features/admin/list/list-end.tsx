import { buttonClass } from '#client/components/button-class.ts'
import styles from './list-end.module.css'

type ListEndProps = { loading: boolean; failed: boolean; onRetry: () => void }

export function ListEnd({ loading, failed, onRetry }: ListEndProps) {
  if (loading) return <p className={styles.loading}>Loading more…</p>
  if (!failed) return null
  return (
    <div className={styles.failed} role="alert">
      <p>We couldn’t load more estimates.</p>
      <button type="button" className={buttonClass('quiet', 'compact')} onClick={onRetry}>
        Retry
      </button>
    </div>
  )
}

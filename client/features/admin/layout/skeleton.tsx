import { Spinner } from '#client/components/spinner.tsx'
import styles from './skeleton.module.css'

type SkeletonProps = {
  label: string
  cards: number
}

export function Skeleton({ label, cards }: SkeletonProps) {
  return (
    <div role="status">
      <p className={styles.label}>
        <Spinner />
        {label}
      </p>
      <div className={styles.cards} aria-hidden="true">
        {Array.from({ length: cards }, (_, index) => index).map((card) => (
          <div key={card} className={styles.card}>
            <span />
            <span />
            <span />
          </div>
        ))}
      </div>
    </div>
  )
}

import { Spinner } from '#client/components/spinner.tsx'
import styles from './skeleton.module.css'

type SkeletonProps = {
  /** What is said meanwhile. */
  words: string
  cards: number
}

/** The shape of a page while it loads. */
export function Skeleton({ words, cards }: SkeletonProps) {
  return (
    <div role="status">
      <p className={styles.words}>
        <Spinner />
        {words}
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

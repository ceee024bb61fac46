import styles from './list-skeleton.module.css'

const cards = ['first', 'second', 'third']

/** The shape of the list while it loads. */
export function ListSkeleton() {
  return (
    <div role="status">
      <p className={styles.words}>Loading estimates…</p>
      <div className={styles.cards} aria-hidden="true">
        {cards.map((card) => (
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

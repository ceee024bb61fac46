import styles from './plot-bar.module.css'

type PlotBarProps = {
  part: number
  /** The number that fills the bar. */
  whole: number
}

/** The bar repeats a number that stands beside it. */
export function PlotBar({ part, whole }: PlotBarProps) {
  return (
    <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.track} width="100" height="6" />
      <rect className={styles.filled} width={(100 * part) / Math.max(1, whole)} height="6" />
    </svg>
  )
}

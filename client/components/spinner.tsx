import styles from './spinner.module.css'

/** A ring that turns while something is waited for, as high as the text it stands in. What is waited for is said beside it. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}

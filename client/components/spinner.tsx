import styles from './spinner.module.css'

/** As high as the text around it. Say beside it what is loading. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}

import rowOfHouses from '#client/components/row-of-houses.svg'
import styles from './day-clear.module.css'

export function DayClear() {
  return (
    <div className={styles.card}>
      <p className={styles.title}>All caught up</p>
      <p>No one is waiting for a call. New requests appear here by themselves.</p>
      <img className={styles.houses} src={rowOfHouses} width="1200" height="220" alt="" />
    </div>
  )
}

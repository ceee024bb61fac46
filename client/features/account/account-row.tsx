import type { ReactNode } from 'react'
import styles from '#client/components/second-factor/second-factor.module.css'

type AccountRowProps = {
  name: ReactNode
  /** The value, or what it is about. */
  children: ReactNode
  action?: ReactNode
}

/** A fact of the account, with the button that changes it. */
export function AccountRow({ name, children, action }: AccountRowProps) {
  return (
    <div className={styles.row}>
      <div className={styles.fact}>
        <p className={styles.name}>{name}</p>
        <div className={styles.small}>{children}</div>
      </div>
      {action}
    </div>
  )
}

import { useId } from 'react'
import styles from './notifications.module.css'

type SwitchRowProps = {
  label: string
  description: string
  checked: boolean
  /** It cannot be changed here; the description says why. */
  fixed?: boolean
  onChange: (checked: boolean) => void
}

export function SwitchRow({ label, description, checked, fixed = false, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      </div>
      <input
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
        role="switch"
        className={styles.switch}
        checked={checked}
        disabled={fixed}
        aria-describedby={`${id}-description`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  )
}

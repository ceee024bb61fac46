import { Switch, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from '../account.module.css'

export function SwitchGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={styles.switches}>
      <Text component="legend" size="sm" c="dimmed" fw={650}>
        {legend}
      </Text>
      {children}
    </fieldset>
  )
}

type SwitchRowProps = {
  label: string
  description: string
  checked: boolean
  /** It cannot be changed here; the description says why. */
  fixed?: boolean
  onChange: (checked: boolean) => void
}

export function SwitchRow({ label, description, checked, fixed = false, onChange }: SwitchRowProps) {
  return (
    <Switch
      // The description would be a part of the name.
      aria-label={label}
      label={
        <Text span fw={650}>
          {label}
        </Text>
      }
      description={description}
      labelPosition="left"
      classNames={{ body: styles.switch }}
      checked={checked}
      disabled={fixed}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

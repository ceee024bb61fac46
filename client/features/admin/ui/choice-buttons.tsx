import { UnstyledButton } from '@mantine/core'
import { type ReactNode, type RefObject, useId } from 'react'
import { formatWholeNumber } from '#shared/formatting.ts'
import styles from './choice-buttons.module.css'
import scroll from './scroll-row.module.css'
import { ShortcutKeys } from './shortcut-keys.tsx'

type Choice<Value> = {
  readonly value: Value
  readonly label: string
  readonly count?: number | undefined
  /** On phones, the label is then for screen readers only. */
  readonly icon?: ReactNode
}

type ChoiceButtonsProps<Value> = {
  label: string
  /** `row` is one line, with a label only for screen readers. `tabs` is a row that may be wider than a phone. */
  variant?: 'labeled' | 'row' | 'tabs'
  options: readonly Choice<Value>[]
  /** An unknown value leaves all buttons unpressed. */
  value: string | undefined
  onChoose: (value: Value) => void
  /** It is set to the pressed button, or to the first one. */
  focusRef?: RefObject<HTMLButtonElement | null>
  /** It focuses the buttons, and is shown beside the label. */
  shortcut?: string | undefined
}

const row = `${styles.buttons} ${styles.row}`
const looks = { labeled: styles.buttons, row, tabs: `${row} ${scroll.row}` }

/** Toggle buttons, since radio buttons would save every option that the arrow keys pass. */
export function ChoiceButtons<Value extends string | undefined>(props: ChoiceButtonsProps<Value>) {
  const { label, variant = 'labeled', options, value, onChoose, focusRef, shortcut } = props
  const labelId = useId()
  const pressed = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  )
  return (
    <fieldset className={styles.group} aria-labelledby={labelId}>
      <p id={labelId} className={variant === 'labeled' ? styles.label : 'unseen'}>
        {label} {shortcut && <ShortcutKeys keys={[shortcut]} />}
      </p>
      <div className={looks[variant]}>
        {options.map((option, index) => (
          <UnstyledButton
            key={option.label}
            ref={focusRef && index === pressed ? focusRef : undefined}
            className={styles.button}
            aria-pressed={option.value === value}
            onClick={() => onChoose(option.value)}
          >
            {option.icon}
            {option.icon ? <span className={styles.iconLabel}>{option.label}</span> : option.label}{' '}
            {option.count !== undefined && <span className={styles.count}>{formatWholeNumber(option.count)}</span>}
          </UnstyledButton>
        ))}
      </div>
    </fieldset>
  )
}

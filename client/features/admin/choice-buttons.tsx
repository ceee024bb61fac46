import { type RefObject, useId } from 'react'
import styles from './choice-buttons.module.css'

type ChoiceButtonsProps<Value extends string> = {
  label: string
  options: readonly { readonly value: Value; readonly label: string }[]
  /** None is pressed where it is none of the options. */
  value: string
  onChoose: (value: Value) => void
  /** The button that gets the focus by a shortcut: the one that is pressed, or the first one. */
  focusRef?: RefObject<HTMLButtonElement | null>
}

/** One of a few, chosen by a single press; the arrow keys save nothing on the way, as they would with radio buttons. */
export function ChoiceButtons<Value extends string>(props: ChoiceButtonsProps<Value>) {
  const { label, options, value, onChoose, focusRef } = props
  const labelId = useId()
  const pressed = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  )
  return (
    <fieldset className={styles.group} aria-labelledby={labelId}>
      <p id={labelId} className={styles.label}>
        {label}
      </p>
      <div className={styles.buttons}>
        {options.map((option, index) => (
          <button
            key={option.value}
            ref={focusRef && index === pressed ? focusRef : undefined}
            type="button"
            aria-pressed={option.value === value}
            onClick={() => onChoose(option.value)}
          >
            {option.label}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

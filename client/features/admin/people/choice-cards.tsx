import { useId } from 'react'
import styles from './change-form.module.css'

type Choice = { readonly label: string; readonly explanation: string }

type ChoiceCardsProps<Value extends string> = {
  legend: string
  choices: Readonly<Record<Value, Choice>>
  /** They are in the order of the screen. */
  values: readonly Value[]
  value: Value
  onChange: (value: Value) => void
}

export function ChoiceCards<Value extends string>({
  legend,
  choices,
  values,
  value,
  onChange,
}: ChoiceCardsProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {values.map((each) => (
        <label key={each} className={styles.choice}>
          <input type="radio" name={name} checked={value === each} onChange={() => onChange(each)} />
          <span>{choices[each].label}</span>
          <small>{choices[each].explanation}</small>
        </label>
      ))}
    </fieldset>
  )
}

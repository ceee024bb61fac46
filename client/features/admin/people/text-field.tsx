import { type ComponentProps, useId } from 'react'
import fields from '../ui/fields.module.css'
import styles from './change-form.module.css'

type TextFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'id'> & {
  label: string
  hint?: string
  error?: string | undefined
  onChange: (value: string) => void
}

export function TextField({ label, hint, error, onChange, ...input }: TextFieldProps) {
  const id = useId()
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`]
  const described = [hint !== undefined && hintId, error !== undefined && errorId].filter(Boolean).join(' ')
  return (
    <div className={fields.stack}>
      <label htmlFor={id} className={fields.label}>
        {label}
      </label>
      {hint !== undefined && (
        <p id={hintId} className={styles.note}>
          {hint}
        </p>
      )}
      <input
        {...input}
        id={id}
        className={fields.input}
        aria-invalid={error !== undefined}
        aria-describedby={described || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {error !== undefined && (
        <p id={errorId} className={fields.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

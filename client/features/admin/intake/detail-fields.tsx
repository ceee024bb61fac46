import { type ReactNode, useId } from 'react'
import { type EstimateField, type EstimateFieldRow, estimateFields } from '#shared/estimates/fields.ts'
import checkbox from '../ui/checkbox.module.css'
import fields from '../ui/fields.module.css'
import { fieldLabel } from '../ui/work-labels.ts'
import styles from './detail-fields.module.css'

/** The props of a field, as `getInputProps` of @mantine/form returns them. */
type FieldState = {
  readonly value?: string
  readonly checked?: boolean
  readonly error?: ReactNode
  readonly onChange: (event: unknown) => void
  readonly onBlur?: (event: unknown) => void
}

type DetailFieldsProps = {
  names: readonly EstimateField[]
  /** The number of columns on wide windows. */
  columns?: 2 | 3
  toAuthState: (name: EstimateField, type: 'input' | 'checkbox') => FieldState
  /** Disables no field, so that nothing loses the focus. */
  readOnly: boolean
  hints?: Partial<Record<EstimateField, string>>
}

/** The visitors' fields for the staff, by the same table. */
export function DetailFields({ names, columns = 2, toAuthState, readOnly, hints = {} }: DetailFieldsProps) {
  return (
    <div className={columns === 3 ? `${styles.fields} ${styles.three}` : styles.fields}>
      {names.map((name) => {
        const row = estimateFields[name]
        const state = toAuthState(name, row.kind === 'flag' ? 'checkbox' : 'input')
        const props = { name, state, readOnly, hint: hints[name] }
        return row.kind === 'flag' ? (
          <FlagField key={name} {...props} />
        ) : (
          <DetailField key={name} row={row} {...props} />
        )
      })}
    </div>
  )
}

type DetailFieldProps = {
  name: EstimateField
  state: FieldState
  readOnly: boolean
  hint: string | undefined
}

function DetailField({ name, row, state, readOnly, hint }: DetailFieldProps & { row: EstimateFieldRow }) {
  const required = 'required' in row && row.required !== undefined && name !== 'email'
  const { error, value = '', onChange, onBlur } = state
  return (
    <FormField
      label={fieldLabel(name)}
      required={required}
      wide={row.kind === 'text'}
      hint={hint}
      error={error}
      control={(described) => {
        const props = { ...described, name, value, onChange, onBlur, required, autoComplete: 'off' } as const
        if (row.kind === 'choice')
          return (
            <select {...props} className={fields.input}>
              <option value="">{required ? 'Choose one' : 'Not given'}</option>
              {unknownOption(value, row.options)}
              {row.options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          )
        const limit = 'limit' in row ? row.limit : undefined
        if (row.kind === 'text')
          return <textarea {...props} className={fields.input} rows={3} maxLength={limit} readOnly={readOnly} />
        return <input {...props} {...inputKinds[name]} className={fields.input} maxLength={limit} readOnly={readOnly} />
      }}
    />
  )
}

/** A stored value that is no option any more stays chosen, and is refused with a message. */
function unknownOption(value: string, options: readonly { readonly value: string }[]): ReactNode {
  if (value === '' || options.some((option) => option.value === value)) return null
  return <option value={value}>{value}</option>
}

const inputKinds: Partial<Record<EstimateField, { type?: 'tel' | 'email'; inputMode?: 'tel' | 'email' | 'numeric' }>> =
  {
    phone: { type: 'tel', inputMode: 'tel' },
    // The type email would make the browser drop spaces and check by its own rules.
    email: { inputMode: 'email' },
    squareFootage: { inputMode: 'numeric' },
  }

function FlagField({ name, state }: DetailFieldProps) {
  const id = useId()
  return (
    <div className={styles.flag}>
      <input
        id={id}
        name={name}
        type="checkbox"
        className={checkbox.checkbox}
        checked={state.checked ?? false}
        onChange={state.onChange}
      />
      <label htmlFor={id}>{fieldLabel(name)}</label>
    </div>
  )
}

type FormFieldProps = {
  label: string
  required?: boolean
  wide?: boolean
  hint?: string | undefined
  error: ReactNode
  control: (described: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode
}

/** A labeled control with its hint and its error. */
export function FormField({ label, required = false, wide = false, hint, error, control }: FormFieldProps) {
  const id = useId()
  const described = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ')
  return (
    <div className={wide ? `${fields.stack} ${styles.wide}` : fields.stack}>
      <label htmlFor={id} className={required ? `${fields.label} ${styles.required}` : fields.label}>
        {label}
      </label>
      {control({ id, 'aria-invalid': Boolean(error), 'aria-describedby': described || undefined })}
      {hint && (
        <p id={`${id}hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}error`} className={fields.error}>
          {error}
        </p>
      )}
    </div>
  )
}

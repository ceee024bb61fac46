import { Checkbox, Input, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { type EstimateField, type EstimateFieldRow, estimateFields } from '#shared/estimates/fields.ts'
import type { OptionList } from '#shared/estimates/options.ts'
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
  toAuthState: (name: EstimateField, type: 'input' | 'checkbox') => FieldState
  /** Disables no field, so that nothing loses the focus. */
  readOnly: boolean
  hints?: Partial<Record<EstimateField, string>>
  /** These show all of their options, so that one press chooses. */
  spread?: readonly EstimateField[]
}

/** A hint above a field would move it below those beside it. */
const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** Shows the staff the visitors' fields, by the same table. */
export function DetailFields({ names, toAuthState, readOnly, hints = {}, spread = [] }: DetailFieldsProps) {
  return (
    <div className={styles.fields}>
      {names.map((name) => {
        const row: EstimateFieldRow = estimateFields[name]
        const state = toAuthState(name, row.kind === 'flag' ? 'checkbox' : 'input')
        if (row.kind === 'flag')
          return <Checkbox key={name} name={name} label={fieldLabel(name)} className={styles.flag} {...state} />
        const required = 'required' in row && row.required !== undefined && name !== 'email'
        const props = {
          name,
          ...labelProps(fieldLabel(name), required),
          description: hints[name],
          inputWrapperOrder: order,
          ...state,
        }
        if (row.kind !== 'choice') return <TypedField key={name} {...props} row={row} readOnly={readOnly} />
        const Choice = spread.includes(name) ? SpreadChoice : ListedChoice
        return <Choice key={name} {...props} options={row.options} />
      })}
    </div>
  )
}

type LabeledState = FieldState &
  ReturnType<typeof labelProps> & {
    readonly name: EstimateField
    readonly description?: string | undefined
    readonly inputWrapperOrder: typeof order
  }

function TypedField({ row, ...props }: LabeledState & { row: EstimateFieldRow; readOnly: boolean }) {
  const typed = { ...props, autoComplete: 'off', maxLength: 'limit' in row ? row.limit : undefined }
  if (row.kind === 'text') return <Textarea rows={3} className={styles.wide} {...typed} />
  return <TextInput {...inputKinds[props.name]} {...typed} />
}

type ChoiceProps = LabeledState & { options: OptionList }

function ListedChoice({ options, ...props }: ChoiceProps) {
  const { value = '', required } = props
  const isKnown = value === '' || options.some((option) => option.value === value)
  return (
    <NativeSelect {...props}>
      <option value="">{required ? 'Choose one' : 'Not given'}</option>
      {/* A stored value that is no option any more stays chosen, and is refused with a message. */}
      {!isKnown && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  )
}

/** Its star is no part of the label, which the field is called by. */
export function labelProps(label: string, required: boolean) {
  return { label, required, withAsterisk: false, labelProps: required ? { className: styles.required } : {} } as const
}

const inputKinds: Partial<Record<EstimateField, { type?: 'tel' | 'email'; inputMode?: 'tel' | 'email' | 'numeric' }>> =
  {
    phone: { type: 'tel', inputMode: 'tel' },
    // The type email would make the browser drop spaces and check by its own rules.
    email: { inputMode: 'email' },
    squareFootage: { inputMode: 'numeric' },
  }

function SpreadChoice({ name, options, value, error, onChange, onBlur, required, ...label }: ChoiceProps) {
  const id = useId()
  return (
    <Input.Wrapper id={id} labelElement="div" error={error} className={styles.wide} {...label}>
      <div
        role="radiogroup"
        className={styles.choices}
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={Boolean(error)}
        aria-required={required}
      >
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={onChange}
              onBlur={onBlur}
            />
            {option.label}
          </label>
        ))}
      </div>
    </Input.Wrapper>
  )
}

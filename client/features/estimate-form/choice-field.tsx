import { NativeSelect } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { ChevronDownIcon } from '#client/components/icons.tsx'
import { estimateFields, type FieldOfKind } from '#shared/estimates/fields.ts'
import type { Option } from '#shared/estimates/options.ts'
import styles from './choice-field.module.css'
import { fieldProps } from './field-props.ts'
import { writeControl } from './form-controls.ts'
import projectTypes from './project-types.svg'
import type { EstimateForm } from './use-estimate-form.ts'

type ChoiceFieldProps = {
  form: EstimateForm
  field: FieldOfKind<'choice'>
  emptyLabel: string
  /** How narrow windows show the options. Without it, they have the select as well. */
  narrow?: 'tiles' | 'chips'
}

/**
 * Both ways to choose are in the page, so that the style sheet can show the one that fits before the scripts have
 * loaded.
 */
export function ChoiceField({ form, field, emptyLabel, narrow }: ChoiceFieldProps) {
  const { onChange, ...props } = fieldProps(form, field)
  const { options } = estimateFields[field]

  function choose(event: ChangeEvent<HTMLInputElement | HTMLSelectElement>): void {
    onChange(event)
    const { form: element, value } = event.currentTarget
    if (element) writeControl(element, field, value)
  }

  return (
    <>
      <div className={narrow && styles.wide}>
        <NativeSelect
          key={form.key(field)}
          {...props}
          onChange={choose}
          data={[{ value: '', label: emptyLabel }, ...options]}
          rightSection={<ChevronDownIcon />}
        />
      </div>
      {narrow && <OptionButtons {...props} options={options} look={narrow} onChoose={choose} />}
    </>
  )
}

type OptionButtonsProps = Omit<ReturnType<typeof fieldProps>, 'onChange'> & {
  options: readonly Option[]
  look: 'tiles' | 'chips'
  onChoose: (event: ChangeEvent<HTMLInputElement>) => void
}

function OptionButtons({
  id,
  name,
  label,
  labelProps,
  required,
  error,
  onBlur,
  options,
  look,
  onChoose,
}: OptionButtonsProps) {
  const errorId = `${id}-options-error`
  return (
    <fieldset
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: HTML allows this role, which has an error.
      role="radiogroup"
      className={`${styles.group} ${styles[look]}`}
      aria-required={required}
      aria-invalid={Boolean(error) || undefined}
      aria-describedby={error ? errorId : undefined}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onBlur()
      }}
    >
      <legend className={`${styles.legend} ${labelProps.className ?? ''}`}>{label}</legend>
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input type="radio" name={name} value={option.value} className={styles.radio} onChange={onChoose} />
            <span className={styles.face}>
              {look === 'tiles' && (
                <img src={`${projectTypes}#${option.value}`} width="24" height="24" alt="" loading="lazy" />
              )}
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

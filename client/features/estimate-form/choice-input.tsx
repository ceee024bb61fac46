import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { ChevronDownIcon } from '#client/components/icons.tsx'
import { estimateFields, type FieldOfKind } from '#shared/estimates/fields.ts'
import type { Option } from '#shared/estimates/options.ts'
import { fieldProps } from './field-props.ts'
import type { EstimateForm } from './use-estimate-form.ts'

type ChoiceInputProps = Omit<NativeSelectProps, 'data'> & {
  emptyLabel: string
  options: readonly Option[]
}

/** The native select works best on phones. */
export function ChoiceInput({ emptyLabel, options, ...props }: ChoiceInputProps) {
  return (
    <NativeSelect data={[{ value: '', label: emptyLabel }, ...options]} rightSection={<ChevronDownIcon />} {...props} />
  )
}

export function choiceProps(form: EstimateForm, field: FieldOfKind<'choice'>) {
  return { ...fieldProps(form, field), options: estimateFields[field].options }
}

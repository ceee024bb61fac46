import { TextInput } from '@mantine/core'
import { ChoiceInput, choiceProps } from './choice-input.tsx'
import { FormSection } from './form-section.tsx'
import { textFieldProps } from './text-field-props.tsx'
import type { EstimateForm } from './use-estimate-form.ts'

export function LocationSection({ form }: { form: EstimateForm }) {
  return (
    <FormSection number={3} title="Location &amp; Timeline">
      <TextInput
        key={form.key('location')}
        {...textFieldProps(form, 'location')}
        placeholder="City, State or Zip Code"
        autoComplete="address-level2"
        enterKeyHint="next"
      />
      <ChoiceInput key={form.key('timeline')} {...choiceProps(form, 'timeline')} emptyLabel="Select a timeline" />
    </FormSection>
  )
}

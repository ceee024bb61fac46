import { TextInput } from '@mantine/core'
import { ChoiceField } from './choice-field.tsx'
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
      <ChoiceField form={form} field="timeline" emptyLabel="Select a timeline" narrow="chips" />
    </FormSection>
  )
}

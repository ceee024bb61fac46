import { TextInput } from '@mantine/core'
import { timelines } from '#shared/estimates/options.ts'
import { ChoiceInput } from './choice-input.tsx'
import { fieldProps } from './field-props.ts'
import { FormSection } from './form-section.tsx'
import { textFieldProps } from './text-field-props.tsx'
import type { EstimateForm } from './use-estimate-form.ts'

export function LocationSection({ form }: { form: EstimateForm }) {
  return (
    <FormSection number={3} title="Location &amp; Timeline">
      <TextInput
        key={form.key('location')}
        {...textFieldProps(form, 'location', true)}
        placeholder="City, State or Zip Code"
        autoComplete="address-level2"
      />
      <ChoiceInput
        key={form.key('timeline')}
        {...fieldProps(form, 'timeline', true)}
        emptyLabel="Select a timeline"
        options={timelines}
      />
    </FormSection>
  )
}

import { TextInput } from '@mantine/core'
import { timelines } from '#shared/options.ts'
import { ChoiceInput } from './choice-input.tsx'
import { fieldProps } from './field-props.ts'
import { FormSection } from './form-section.tsx'
import type { EstimateForm } from './use-estimate-form.ts'

export function LocationSection({ form }: { form: EstimateForm }) {
  return (
    <FormSection number={3} title="Location &amp; Timeline">
      <TextInput
        key={form.key('location')}
        {...fieldProps(form, 'location', 'Project Location', true)}
        placeholder="City, State or Zip Code"
        autoComplete="address-level2"
      />
      <ChoiceInput
        key={form.key('timeline')}
        {...fieldProps(form, 'timeline', 'Desired Timeline', true)}
        emptyLabel="Select a timeline"
        options={timelines}
      />
    </FormSection>
  )
}

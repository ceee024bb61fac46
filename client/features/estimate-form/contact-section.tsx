import { TextInput } from '@mantine/core'
import { ChoiceField } from './choice-field.tsx'
import { EmailField } from './email-field.tsx'
import { FormSection, WideField } from './form-section.tsx'
import { PhoneField } from './phone-field.tsx'
import { textFieldProps } from './text-field-props.tsx'
import type { EstimateForm } from './use-estimate-form.ts'

export function ContactSection({ form }: { form: EstimateForm }) {
  return (
    <FormSection number={1} title="Contact Information">
      <TextInput key={form.key('name')} {...textFieldProps(form, 'name')} autoComplete="name" enterKeyHint="next" />
      <EmailField form={form} />
      <WideField>
        <PhoneField form={form} />
      </WideField>
      <WideField>
        <ChoiceField form={form} field="bestTime" emptyLabel="Any time" />
      </WideField>
    </FormSection>
  )
}

import { TextInput } from '@mantine/core'
import { fieldProps } from './field-props.ts'
import { FormSection, WideField } from './form-section.tsx'
import type { EstimateForm } from './use-estimate-form.ts'

export function ContactSection({ form }: { form: EstimateForm }) {
  return (
    <FormSection number={1} title="Contact Information">
      <TextInput key={form.key('name')} {...fieldProps(form, 'name', 'Full Name', true)} autoComplete="name" />
      <TextInput
        key={form.key('email')}
        {...fieldProps(form, 'email', 'Email Address', true)}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <WideField>
        <TextInput
          key={form.key('phone')}
          {...fieldProps(form, 'phone', 'Phone Number')}
          description="Optional, but helps us provide faster service"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
      </WideField>
    </FormSection>
  )
}

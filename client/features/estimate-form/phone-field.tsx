import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { FieldHint } from './field-hint.tsx'
import { phoneHint } from './phone-hint.ts'
import { textFieldProps } from './text-field-props.tsx'
import type { EstimateForm } from './use-estimate-form.ts'
import { useLeftValue } from './use-left-value.ts'

export function PhoneField({ form }: { form: EstimateForm }) {
  const { inputContainer, onBlur: onFieldBlur, ...props } = textFieldProps(form, 'phone')
  const { leftWith, onBlur } = useLeftValue(onFieldBlur)

  return (
    <TextInput
      key={form.key('phone')}
      {...props}
      onBlur={onBlur}
      inputContainer={(input: ReactNode) => (
        <>
          {inputContainer(input)}
          <FieldHint form={form} field="phone" leftWith={leftWith} hint={phoneHint} />
        </>
      )}
      description="Optional, but helps us provide faster service"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      enterKeyHint="next"
    />
  )
}

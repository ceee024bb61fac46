import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { findPhoneNumbers } from '#shared/phone-numbers.ts'
import { FieldHint } from './field-hint.tsx'
import { textFieldProps } from './text-field-props.tsx'
import type { EstimateForm } from './use-estimate-form.ts'
import { useLeftValue } from './use-left-value.ts'

/** A local number has so many, without an area code. */
const fewestDigits = 7

/** Tells a visitor who may have stopped halfway. A text without digits may say why there is no number. */
function phoneHint(written: string): string | undefined {
  const numbers = findPhoneNumbers(written)
  const isShort = numbers.length > 0 && numbers.every(({ digits }) => digits.length < fewestDigits)
  return isShort ? 'This looks too short for a phone number. Please check it.' : undefined
}

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

import { TextInput } from '@mantine/core'
import { type FocusEvent, type ReactNode, useState } from 'react'
import { afterPress } from '#client/lib/after-press.ts'
import { FieldHint } from './field-hint.tsx'
import { phoneHint } from './phone-hint.ts'
import { textFieldProps } from './text-field-props.tsx'
import type { EstimateForm } from './use-estimate-form.ts'

export function PhoneField({ form }: { form: EstimateForm }) {
  const [leftWith, setLeftWith] = useState('')
  const { inputContainer, onBlur, ...props } = textFieldProps(form, 'phone')

  return (
    <TextInput
      key={form.key('phone')}
      {...props}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        onBlur?.(event)
        const { value } = event.currentTarget
        afterPress(() => setLeftWith(value))
      }}
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

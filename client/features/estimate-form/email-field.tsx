import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmailHint } from './email-hint.tsx'
import { textFieldProps } from './text-field-props.tsx'
import type { EstimateForm } from './use-estimate-form.ts'
import { useLeftValue } from './use-left-value.ts'

export function EmailField({ form }: { form: EstimateForm }) {
  const { inputContainer, onBlur: onFieldBlur, ...props } = textFieldProps(form, 'email')
  const { leftWith, onBlur } = useLeftValue(onFieldBlur)

  return (
    <TextInput
      key={form.key('email')}
      {...props}
      onBlur={onBlur}
      inputContainer={(input: ReactNode) => (
        <>
          {inputContainer(input)}
          <EmailHint form={form} leftWith={leftWith} />
        </>
      )}
      type="email"
      enterKeyHint="next"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

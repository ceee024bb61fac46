import { TextInput } from '@mantine/core'
import { type FocusEvent, type ReactNode, useState } from 'react'
import { afterPress } from '#client/lib/after-press.ts'
import { EmailHint } from './email-hint.tsx'
import { textFieldProps } from './text-field-props.tsx'
import type { EstimateForm } from './use-estimate-form.ts'

export function EmailField({ form }: { form: EstimateForm }) {
  const [leftWith, setLeftWith] = useState<string>()
  const { inputContainer, onBlur, ...props } = textFieldProps(form, 'email')

  return (
    <TextInput
      key={form.key('email')}
      {...props}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        onBlur?.(event)
        const { value } = event.currentTarget
        afterPress(() => setLeftWith(value))
      }}
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

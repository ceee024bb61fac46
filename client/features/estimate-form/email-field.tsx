import { TextInput } from '@mantine/core'
import { type FocusEvent, type ReactNode, useState } from 'react'
import { EmailHint } from './email-hint.tsx'
import styles from './field-note.module.css'
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
        setLeftWith(event.currentTarget.value)
      }}
      inputContainer={(input: ReactNode) => (
        <div className={styles.box}>
          {inputContainer(input)}
          <EmailHint form={form} leftWith={leftWith} />
        </div>
      )}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

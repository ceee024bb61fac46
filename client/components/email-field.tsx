import { TextInput, type TextInputProps } from '@mantine/core'
import { fieldLimits } from '#shared/field-limits.ts'

type EmailFieldProps = Omit<TextInputProps, 'type'> & {
  id: string
  /** It is `username` beside a current password. */
  autoComplete: 'username' | 'email'
}

export function EmailField(props: EmailFieldProps) {
  return (
    <TextInput
      label="Email"
      {...props}
      type="email"
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={fieldLimits.email}
    />
  )
}

import { TextInput, type TextInputProps } from '@mantine/core'
import { fieldLimits } from '#shared/field-limits.ts'

type EmailFieldProps = Omit<TextInputProps, 'type'> & {
  id: string
  /** `username` where it belongs to a password that exists already. */
  autoComplete: 'username' | 'email'
}

/** An input for the e-mail address of an account. */
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

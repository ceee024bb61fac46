import type { ComponentProps } from 'react'
import { passwordHint } from '#client/lib/password-hint.ts'
import { PasswordField } from './password-field.tsx'

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'description' | 'type'>

/** An input for a password that is to be chosen; says what the server asks of one. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  return <PasswordField {...props} description={passwordHint} autoComplete="new-password" />
}

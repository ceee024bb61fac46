import type { ComponentProps } from 'react'
import { minPasswordLength } from '#shared/account.ts'
import { PasswordField } from './password-field.tsx'

/** The server has the last word. */
const passwordHint = `At least ${minPasswordLength} characters, and none of the common ones.`

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'description' | 'type'>

/** An input for a password that is to be chosen; says what the server asks of one. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  return <PasswordField {...props} description={passwordHint} autoComplete="new-password" />
}

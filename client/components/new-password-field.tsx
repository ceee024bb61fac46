import type { ComponentProps } from 'react'
import { minPasswordLength } from '#shared/account.ts'
import { PasswordField } from './password-field.tsx'

const passwordHint = `At least ${minPasswordLength} characters. Common passwords won’t work.`

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'description' | 'type'>

export function NewPasswordField(props: NewPasswordFieldProps) {
  return <PasswordField {...props} description={passwordHint} autoComplete="new-password" />
}

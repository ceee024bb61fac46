import type { ComponentProps } from 'react'
import { EmailField } from '#client/components/email-field.tsx'
import type { CredentialsFormProps } from './credentials-form-props.ts'

type EmailFieldProps = ComponentProps<typeof EmailField>
type OwnProps = Pick<EmailFieldProps, 'id' | 'autoComplete'>

type CredentialsEmailProps = CredentialsFormProps &
  OwnProps & {
    /** Of the form, for this field. */
    fieldProps: Omit<EmailFieldProps, keyof OwnProps | 'onInput'> & { onInput: () => void }
  }

/** The address of an account. What is typed in the one tab stands in the other too. */
export function CredentialsEmail({ email, onEmail, fieldProps, ...own }: CredentialsEmailProps) {
  return (
    <EmailField
      {...fieldProps}
      {...own}
      defaultValue={email}
      onInput={(event) => {
        onEmail(event.currentTarget.value)
        fieldProps.onInput()
      }}
    />
  )
}

import { TextInput, type TextInputProps } from '@mantine/core'
import { fieldLimits } from '#shared/field-limits.ts'

export function NameField(props: Omit<TextInputProps, 'type'> & { id: string }) {
  return (
    <TextInput
      label="Your name"
      description="Colleagues see it beside your work."
      {...props}
      autoComplete="name"
      spellCheck={false}
      maxLength={fieldLimits.name}
    />
  )
}

import { TextInput, type TextInputProps } from '@mantine/core'

type CodeFieldProps = Omit<TextInputProps, 'type' | 'id'> & { id: string; kind: 'app' | 'recovery-code' }

/** Phones offer the code of the app, and a keyboard of digits. */
export function CodeField({ kind, ...props }: CodeFieldProps) {
  const isApp = kind === 'app'
  return (
    <TextInput
      {...props}
      type="text"
      inputMode={isApp ? 'numeric' : 'text'}
      autoComplete={isApp ? 'one-time-code' : 'off'}
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={64}
    />
  )
}

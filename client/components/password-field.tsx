import { TextInput, type TextInputProps } from '@mantine/core'
import { useHydrated } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { useBusyPage } from './busy-page.tsx'
import styles from './password-field.module.css'

type PasswordFieldProps = Omit<TextInputProps, 'type' | 'rightSection' | 'inputContainer' | 'id'> & {
  id: string
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField({ id, ...props }: PasswordFieldProps) {
  const hydrated = useHydrated()
  const { busy } = useBusyPage()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)

  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  return (
    <TextInput
      {...props}
      id={id}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      rightSectionWidth="4.5rem"
      rightSectionPointerEvents="all"
      rightSection={
        // The name leaves out the field's label, so that the label finds only the field.
        <button
          type="button"
          className={styles.toggle}
          disabled={busy || !hydrated}
          aria-controls={id}
          aria-label={shown ? 'Hide what is typed' : 'Show what is typed'}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      }
      inputContainer={(input) => (
        <>
          {input}
          <span role="status" className={styles.note}>
            {capsLock && !props.error ? 'Caps Lock is on.' : ''}
          </span>
        </>
      )}
    />
  )
}

import '@mantine/core/styles/Input.layer.css'
import type { FormErrors } from '@mantine/form'
import { useHydrated } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { MantineRegion } from '#client/theme/mantine-region.tsx'
import styles from './account-form.module.css'
import { buttonClass } from './button-class.ts'
import type { AccountFormState } from './use-account-form.ts'

type AccountFormProps<Values, Output> = {
  form: AccountFormState<Values, Output>
  /** Resolves with the server's error messages by field. Never rejects. */
  send: (values: Output) => Promise<Record<string, string>>
  button: { text: string; busyText: string }
  paused?: boolean
  children: ReactNode
}

/** Moves the focus to the first wrong field after an error. */
export function AccountForm<Values extends Record<string, string>, Output>({
  form,
  send,
  button,
  paused = false,
  children,
}: AccountFormProps<Values, Output>) {
  const hydrated = useHydrated()
  const busy = form.submitting
  const submitButton = useRef<HTMLButtonElement>(null)

  // A disabled button loses the focus, so it gets it back.
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body) submitButton.current?.focus()
    wasBusy.current = busy
  }, [busy])

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (busy) return
    const { elements } = event.currentTarget
    const inputs = Object.keys(form.getInitialValues()).flatMap((field) => {
      const input = elements.namedItem(field)
      return input instanceof HTMLInputElement ? [input] : []
    })
    form.setValues(Object.fromEntries(inputs.map(({ name, value }) => [name, value])) as Partial<Values>)

    function showErrors(errors: FormErrors): void {
      form.setErrors(errors)
      inputs.find(({ name }) => errors[name])?.focus()
    }
    form.onSubmit(async (values) => showErrors(await send(values)), showErrors)(event)
  }

  return (
    <MantineRegion>
      {/* The browser's own messages disappear before they can be read. */}
      <form method="post" noValidate className={styles.form} onSubmit={submit}>
        {children}
        {/* Disabled until hydration: a native submit would post the password to the page's URL. */}
        <button
          ref={submitButton}
          type="submit"
          className={`${buttonClass()} ${styles.submit}`}
          disabled={busy || paused || !hydrated}
          aria-busy={busy}
          data-dimmed={busy || paused || undefined}
        >
          {busy ? button.busyText : button.text}
        </button>
      </form>
    </MantineRegion>
  )
}

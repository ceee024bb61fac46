import '@mantine/core/styles/Input.layer.css'
import type { FormErrors } from '@mantine/form'
import type { FormEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { MantineRegion } from '#client/theme/mantine-region.tsx'
import styles from './account-form.module.css'
import { useBusyPage } from './busy-page.tsx'
import { buttonClass } from './button-class.ts'
import { focusField } from './focus-field.ts'
import { AlertIcon } from './icons.tsx'
import { LateNote } from './late-note.tsx'
import { SubmitButton } from './submit-button.tsx'
import type { AccountFormState } from './use-account-form.ts'
import { useFocusBack } from './use-focus-back.ts'

type AccountFormProps<Values, Output> = {
  form: AccountFormState<Values, Output>
  /** Resolves with the server's error messages by field, and `form` for one below the form. Never rejects. */
  send: (values: Output) => Promise<Record<string, string>>
  button: { text: string; busyText: string }
  paused?: boolean
  /** Adds a button beside the first one. */
  onCancel?: (() => void) | undefined
  children: ReactNode
}

/** Moves the focus to the first wrong field after an error. */
export function AccountForm<Values extends Record<string, string>, Output>({
  form,
  send,
  button,
  paused = false,
  onCancel,
  children,
}: AccountFormProps<Values, Output>) {
  const busy = form.submitting
  const page = useBusyPage()
  const submitButton = useFocusBack(busy)

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
      flushSync(() => form.setErrors(errors))
      const first = inputs.find(({ name }) => errors[name])
      if (first) focusField(first)
    }
    form.onSubmit(async (values) => showErrors(await page.whileBusy(() => send(values))), showErrors)(event)
  }

  return (
    <MantineRegion>
      {/* The browser's own messages disappear before they can be read. */}
      <form method="post" noValidate className={styles.form} onSubmit={submit}>
        {children}
        <div className={onCancel ? styles.buttons : undefined}>
          <SubmitButton
            ref={submitButton}
            className={styles.submit}
            {...button}
            busy={busy}
            paused={paused || page.busy}
          />
          {onCancel && (
            <button type="button" className={buttonClass('quiet')} onClick={onCancel}>
              Cancel
            </button>
          )}
        </div>
        {form.errors.form && (
          <p role="alert" className={styles.problem}>
            <AlertIcon />
            <span>{form.errors.form}</span>
          </p>
        )}
        <LateNote />
      </form>
    </MantineRegion>
  )
}

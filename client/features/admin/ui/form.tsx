import { Button, Group, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { failureMessage, fieldErrors } from '#client/lib/api-error.ts'

type FormProps<Values, Output> = {
  form: UseFormReturnType<Values, Output>
  /** Rejects with the server's error. Its messages appear at the fields, or above the buttons. */
  send: (values: Output) => Promise<void>
  button: string
  busyButton?: string
  onCancel?: () => void
  /** Buttons between the first one and Cancel. */
  actions?: ReactNode
  /** Sends what the form already has, without a press. */
  sendsOnMount?: boolean
  children: ReactNode
}

/**
 * A form whose button stays in reach while it is sent, so that it keeps the focus; a second press does nothing. After an
 * error, the first wrong field has the focus.
 */
export function Form<Values, Output>(props: FormProps<Values, Output>) {
  const { form, send, button, busyButton = 'One moment…', onCancel, actions, sendsOnMount = false, children } = props
  const element = useRef<HTMLFormElement>(null)
  const [failed, setFailed] = useState<string>()
  const busy = form.submitting
  useEffect(() => {
    if (sendsOnMount) element.current?.requestSubmit()
  }, [sendsOnMount])

  function showErrors(errors: typeof form.errors): void {
    flushSync(() => form.setErrors(errors))
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  const submit = form.onSubmit(async (values) => {
    setFailed(undefined)
    try {
      await send(values)
    } catch (error) {
      const refused = fieldErrors(error)
      if (Object.keys(refused).length > 0) showErrors(refused)
      else setFailed(failureMessage(error))
    }
  }, showErrors)

  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        if (busy) event.preventDefault()
        else submit(event)
      }}
    >
      <Stack>
        {children}
        {failed !== undefined && (
          <Text c="error" size="sm" fw={600} role="alert">
            {failed}
          </Text>
        )}
        <Group gap="xs">
          <Button type="submit" aria-disabled={busy}>
            {busy ? busyButton : button}
          </Button>
          {actions}
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

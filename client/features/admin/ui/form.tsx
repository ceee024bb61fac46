import { Button, Group, Stack, Text, type TextProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { focusField } from '#client/components/focus-field.ts'
import { failureMessage, fieldErrors } from '#client/lib/api-error.ts'
import { isComposing } from './keys.ts'

export type FormProps<Values, Output = Values> = {
  form: UseFormReturnType<Values, Output>
  /** Rejects with the server's error. Its messages appear at the fields, or above the buttons. */
  send: (values: Output) => Promise<void>
  button: string
  busyButton?: string
  variant?: 'filled' | 'default'
  /** Whether there is something to send. */
  isReady?: boolean
  /** What is wrong has no field in this form. */
  onErrorElsewhere?: () => void
  /** For instance “Not saved.” It stands before the reason. */
  failure?: string
  describeError?: (error: unknown) => string
  onCancel?: () => void
  /** Dialogs close by themselves. */
  closesOnEscape?: boolean
  /** These buttons stand between the first one and Cancel. */
  actions?: ReactNode
  /** Sends what the form already has, without a press. */
  sendsOnMount?: boolean
  /** The heading with this id names the form. */
  labelId?: string
  className?: string | undefined
  /** The fields. A function also places the buttons. */
  children: ReactNode | ((buttons: ReactNode) => ReactNode)
}

/**
 * A form whose button stays in reach while it is sent, so that it keeps the focus; a second press does nothing. After an
 * error, the first wrong field has the focus.
 */
export function Form<Values, Output>(props: FormProps<Values, Output>) {
  const { form, send, button, busyButton = 'One moment…', variant = 'filled', isReady = true } = props
  const {
    describeError = failureMessage,
    onCancel,
    closesOnEscape = false,
    actions,
    sendsOnMount = false,
    labelId,
    className,
    children,
  } = props
  const element = useRef<HTMLFormElement>(null)
  const [failed, setFailed] = useState<string>()
  const busy = form.submitting
  const sentOnMount = useRef(false)
  useEffect(() => {
    // In development, effects run twice.
    if (!sendsOnMount || sentOnMount.current) return
    sentOnMount.current = true
    element.current?.requestSubmit()
  }, [sendsOnMount])

  /** Returns whether one of them is at a field. */
  function showErrors(errors: typeof form.errors): boolean {
    flushSync(() => form.setErrors(errors))
    const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!wrong) return false
    const folded = wrong.closest('details')
    if (folded) folded.open = true
    // A group of choices gets the focus at its first one.
    focusField(wrong.matches('[role="radiogroup"]') ? (wrong.querySelector('input') ?? wrong) : wrong)
    return true
  }

  const submit = form.onSubmit(
    async (values) => {
      setFailed(undefined)
      try {
        await send(values)
      } catch (error) {
        if (!showErrors(fieldErrors(error))) setFailed([props.failure, describeError(error)].filter(Boolean).join(' '))
      }
    },
    (errors) => {
      if (!showErrors(errors)) props.onErrorElsewhere?.()
    },
  )

  const buttons = (
    <>
      {failed !== undefined && <ErrorText>{failed}</ErrorText>}
      <Group gap="xs">
        <Button type="submit" variant={variant} aria-disabled={busy || !isReady}>
          {busy ? busyButton : button}
        </Button>
        {actions}
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </Group>
    </>
  )
  return (
    <form
      ref={element}
      aria-labelledby={labelId}
      noValidate
      onKeyDown={(event) => {
        if (closesOnEscape && event.key === 'Escape' && !isComposing(event.nativeEvent)) onCancel?.()
      }}
      onSubmit={(event) => {
        if (busy || !isReady) event.preventDefault()
        else submit(event)
      }}
    >
      {typeof children === 'function' ? (
        children(buttons)
      ) : (
        <Stack className={className}>
          {children}
          {buttons}
        </Stack>
      )}
    </form>
  )
}

type ErrorTextProps = Pick<TextProps, 'w'> & { id?: string; children: ReactNode }

/** Says what went wrong, beside what it is about. */
export function ErrorText(props: ErrorTextProps) {
  return <Text c="error" size="sm" fw={600} role="alert" {...props} />
}

/** The first typed digits of a year make years long past. */
export const dateLimits = { min: '2000-01-01', max: '2099-12-31' } as const

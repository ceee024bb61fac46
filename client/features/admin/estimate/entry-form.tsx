import { Textarea } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { workTextLimits } from '#shared/estimates/estimate-work.ts'
import { Form, type FormProps } from '../ui/form.tsx'
import { sendOnEnter } from '../ui/send-on-enter.ts'
import type { useEntryForm } from './use-entry-form.ts'

type EntryFormProps = Pick<
  FormProps<unknown>,
  'button' | 'busyButton' | 'variant' | 'isReady' | 'failure' | 'onCancel'
> & {
  entry: ReturnType<typeof useEntryForm>
  ref?: Ref<HTMLTextAreaElement>
  label: string
  rows: number
  /** Whether Enter sends the form, and Shift+Enter begins a new line. */
  sendsOnEnter?: boolean
  send: () => Promise<void>
  /** Further fields. A function also places the text and the buttons. */
  children?: ReactNode | ((text: ReactNode, buttons: ReactNode) => ReactNode)
}

/** The text of a note or a contact, and the button that adds it to the timeline. */
export function EntryForm(props: EntryFormProps) {
  const { entry, ref, label, rows, sendsOnEnter = false, send, children, ...form } = props
  const text = (
    <Textarea
      ref={ref}
      label={label}
      rows={rows}
      maxLength={workTextLimits.note}
      readOnly={entry.form.submitting}
      {...(sendsOnEnter ? sendOnEnter : {})}
      {...entry.form.getInputProps('text')}
    />
  )
  return (
    <Form
      form={entry.form}
      send={send}
      describeError={(error) => (error instanceof Error ? error.message : '')}
      {...form}
    >
      {typeof children === 'function' ? (
        (buttons) => children(text, buttons)
      ) : (
        <>
          {text}
          {children}
        </>
      )}
    </Form>
  )
}

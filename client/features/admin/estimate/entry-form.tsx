import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { v4 as randomUuid } from 'uuid'
import { readUuid } from '#client/lib/device-storage.ts'
import { type ContactChannel, contactChannels, workTextLimits } from '#shared/estimates/estimate-work.ts'
import { tabDraft } from '../layout/tab-drafts.ts'
import { Form, type FormProps } from '../ui/form.tsx'
import { sendOnEnter } from '../ui/keys.ts'
import type { Entry, Save } from './work-changes.ts'

type EntryFormProps = Pick<
  FormProps<unknown>,
  'button' | 'busyButton' | 'variant' | 'isReady' | 'failure' | 'onCancel'
> & {
  entry: ReturnType<typeof useEntryForm>
  ref?: Ref<HTMLTextAreaElement>
  autoFocus?: boolean
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
  const { entry, ref, autoFocus = false, label, rows, sendsOnEnter = false, send, children, ...form } = props
  const text = (
    <Textarea
      ref={ref}
      autoFocus={autoFocus}
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

type EntryValues = {
  readonly text: string
  readonly channel: ContactChannel | undefined
  /** Only a first contact has it. */
  readonly keepStatus: boolean
}

const empty: EntryValues = { text: '', channel: undefined, keepStatus: false }

function isEmpty({ text, channel }: EntryValues): boolean {
  return text === '' && channel === undefined
}

/** A stored draft may have any shape. */
function readValues({ text, channel, keepStatus }: Record<string, unknown>): EntryValues {
  return {
    text: typeof text === 'string' ? text : '',
    channel: contactChannels.find((known) => known === channel),
    keepStatus: keepStatus === true,
  }
}

/** Drafts include the key of a try whose response was lost, so that the next try cannot add the entry twice. */
export function useEntryForm(id: string, kind: Entry['kind'], save: Save) {
  const [draft] = useState(() => tabDraft(kind, id))
  const [stored] = useState(() => draft.read() ?? {})
  const [initialValues] = useState(() => readValues(stored))
  const entryKey = useRef(readUuid(stored.entryKey))
  const form = useForm<EntryValues>({
    initialValues,
    onValuesChange(values) {
      // An emptied form starts another entry with another key.
      if (isEmpty(values)) entryKey.current = undefined
      keep(values)
    },
  })

  function keep(values: EntryValues): void {
    draft.write(isEmpty(values) ? undefined : { ...values, entryKey: entryKey.current })
  }

  const discard = () => form.setValues(empty)

  return {
    form,
    discard,
    /** Rejects with the reason for the user. */
    async send(entry: Entry): Promise<void> {
      const key = entryKey.current ?? randomUuid()
      entryKey.current = key
      keep(form.getValues())
      const { outcome, message } = await save({ ...entry, entryKey: key })
      if (outcome === 'saved') return discard()
      if (outcome === 'conflict') {
        // An earlier try arrived with another text, so this one needs its own key.
        entryKey.current = undefined
        keep(form.getValues())
      }
      throw new Error(message)
    },
  }
}

import { type FormEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { type ContactChannel, contactChannels, type EstimateWork } from '#shared/estimates/estimate-work.ts'
import { usePageActions } from '../layout/use-page-actions.ts'
import checkbox from '../ui/checkbox.module.css'
import fields from '../ui/fields.module.css'
import { ShortcutKeys } from '../ui/shortcut-keys.tsx'
import { channelLabels, logLabel } from '../ui/work-labels.ts'
import { EntryField } from './entry-field.tsx'
import { useEntryForm } from './use-entry-form.ts'
import { useUndoContact } from './use-undo-contact.ts'
import { beginsWork, type Save } from './work-changes.ts'

type ContactLogProps = {
  id: string
  work: EstimateWork
  save: Save
  /** The channel for {@link focusRef}. */
  mainChannel: ContactChannel
  /** Opens the form of the main channel, or the one that is open, for the shortcut and the bar. */
  openRef: RefObject<(() => void) | undefined>
  /** Whether the keys of the page are on. */
  hasKeys: boolean
}

/** Takes two presses, with an optional note between them. */
export function ContactLog({ id, work, save, mainChannel, openRef, hasKeys }: ContactLogProps) {
  const headingId = useId()
  const mainButton = useRef<HTMLButtonElement>(null)
  const notes = useRef<HTMLTextAreaElement>(null)
  const form = useEntryForm(id, 'contact', save)
  const { channel, edit } = form
  const { undoable, offerUndo, discardUndo, undo } = useUndoContact(id, save)

  useFocusOnChoice(notes, channel)

  function open(chosen: ContactChannel): void {
    discardUndo()
    edit({ channel: chosen })
    // Nothing changes where it was open.
    notes.current?.focus()
  }
  useEffect(() => {
    openRef.current = () => open(channel ?? mainChannel)
  })

  usePageActions(
    contactChannels.map((each) => ({
      label: logLabel(each),
      words: 'contact',
      keys: hasKeys && each === mainChannel ? 'c' : undefined,
      isMinor: each !== mainChannel,
      run: () => open(each),
    })),
  )

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const keepStatus = form.keepStatus || undefined
    if (!channel || !(await form.send({ kind: 'contact', channel, note: form.text, keepStatus }))) return
    mainButton.current?.focus()
    offerUndo(channel)
  }

  function cancel(): void {
    form.discard()
    mainButton.current?.focus()
  }

  return (
    <fieldset className={fields.group} aria-labelledby={headingId}>
      <p id={headingId} className={fields.label}>
        Log contact {hasKeys && <ShortcutKeys keys={['c']} />}
      </p>
      <div className={fields.row}>
        {contactChannels.map((each) => (
          <button
            key={each}
            ref={each === mainChannel ? mainButton : undefined}
            type="button"
            className={buttonClass('quiet', 'compact')}
            aria-pressed={each === channel}
            onClick={() => open(each)}
          >
            {channelLabels[each]}
          </button>
        ))}
      </div>
      {channel && (
        <ContactForm
          form={form}
          channel={channel}
          notes={notes}
          startsWork={beginsWork(work)}
          onSubmit={(event) => void submit(event)}
          onCancel={cancel}
        />
      )}
      {undoable && (
        <div className={fields.row} role="status">
          <p className={fields.text}>{`${channelLabels[undoable]} logged.`}</p>
          <button
            type="button"
            className={buttonClass('quiet', 'compact')}
            onClick={() => {
              undo()
              mainButton.current?.focus()
            }}
          >
            Undo
          </button>
        </div>
      )}
    </fieldset>
  )
}

/** So that what is typed next is the note, and Enter logs without one; not when a draft is restored. */
function useFocusOnChoice(notes: RefObject<HTMLElement | null>, channel: ContactChannel | undefined): void {
  const seen = useRef(channel)
  useEffect(() => {
    if (channel && channel !== seen.current) notes.current?.focus()
    seen.current = channel
  }, [notes, channel])
}

type ContactFormProps = {
  form: ReturnType<typeof useEntryForm>
  channel: ContactChannel
  notes: RefObject<HTMLTextAreaElement | null>
  startsWork: boolean
  onSubmit: (event: FormEvent) => void
  onCancel: () => void
}

function ContactForm({ form, channel, notes, startsWork, onSubmit, onCancel }: ContactFormProps) {
  const { text, keepStatus, sending, failed, edit } = form
  return (
    <form className={fields.stack} onSubmit={onSubmit}>
      <EntryField
        ref={notes}
        sendsOnEnter
        label={`${channelLabels[channel]} notes (optional)`}
        rows={2}
        text={text}
        onEdit={(value) => edit({ text: value })}
        sending={sending}
        failure={failed && `${channelLabels[channel]} not logged. ${failed}`}
      />
      {startsWork && (
        <label className={fields.choice}>
          <input
            type="checkbox"
            className={checkbox.checkbox}
            checked={!keepStatus}
            onChange={(event) => edit({ keepStatus: !event.currentTarget.checked || undefined })}
          />
          Move to In progress
        </label>
      )}
      <div className={fields.row}>
        <button type="submit" className={buttonClass('primary', 'compact')} aria-disabled={sending}>
          {sending ? 'Logging…' : logLabel(channel)}
        </button>
        <button type="button" className={buttonClass('quiet', 'compact')} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}

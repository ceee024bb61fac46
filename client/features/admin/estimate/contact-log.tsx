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
  const { text, channel, keepStatus, sending, failed, edit, discard, send } = useEntryForm(id, 'contact', save)
  const { undoable, offerUndo, discardUndo, undo } = useUndoContact(id, save)

  // So that what is typed next is the note, and Enter logs without one; not when a draft is restored.
  const seen = useRef(channel)
  useEffect(() => {
    if (channel && channel !== seen.current) notes.current?.focus()
    seen.current = channel
  }, [channel])

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
    if (!channel || !(await send({ kind: 'contact', channel, note: text, keepStatus: keepStatus || undefined }))) return
    mainButton.current?.focus()
    offerUndo(channel)
  }

  function cancel(): void {
    discard()
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
        <form className={fields.stack} onSubmit={(event) => void submit(event)}>
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
          {beginsWork(work) && (
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
            <button type="button" className={buttonClass('quiet', 'compact')} onClick={cancel}>
              Cancel
            </button>
          </div>
        </form>
      )}
      {undoable && (
        <div className={fields.row} role="status">
          <p className={fields.text}>{channelLabels[undoable]} logged.</p>
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

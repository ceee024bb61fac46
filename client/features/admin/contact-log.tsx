import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { type ContactChannel, contactChannels, workTextLimits } from '#shared/estimate-work.ts'
import fields from './fields.module.css'
import { usePendingForm } from './use-pending-form.ts'
import type { WorkChange } from './work-changes.ts'
import { channelWords } from './work-words.ts'

type ContactLogProps = {
  save: (change: WorkChange) => Promise<boolean>
  /** The first of the channels, for the shortcut. */
  focusRef: RefObject<HTMLButtonElement | null>
}

/** Writes down in two presses that the visitor was contacted: how, and done; a note between them is optional. */
export function ContactLog({ save, focusRef }: ContactLogProps) {
  const headingId = useId()
  const noteId = useId()
  const logButton = useRef<HTMLButtonElement>(null)
  const [channel, setChannel] = useState<ContactChannel>()
  const [note, setNote] = useState('')
  const { sending, failed, send } = usePendingForm(save)

  // The second press is where the first one led to: by keyboard it is Enter twice.
  useEffect(() => {
    if (channel) logButton.current?.focus()
  }, [channel])

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!channel || !(await send({ kind: 'contact', channel, note }))) return
    close()
    setNote('')
  }

  function close(): void {
    setChannel(undefined)
    focusRef.current?.focus()
  }

  return (
    <fieldset className={fields.group} aria-labelledby={headingId}>
      <p id={headingId} className={fields.label}>
        Log contact
      </p>
      <div className={fields.row}>
        {contactChannels.map((each, index) => (
          <button
            key={each}
            ref={index === 0 ? focusRef : undefined}
            type="button"
            className={buttonClass('quiet', 'compact')}
            aria-pressed={each === channel}
            onClick={() => setChannel(each)}
          >
            {channelWords[each]}
          </button>
        ))}
      </div>
      {channel && (
        <form className={fields.stack} onSubmit={(event) => void submit(event)}>
          <label htmlFor={noteId} className={fields.label}>
            Note on the contact (optional)
          </label>
          <textarea
            id={noteId}
            className={fields.input}
            rows={2}
            maxLength={workTextLimits.note}
            value={note}
            readOnly={sending}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {failed && <p className={fields.error}>The contact is not logged yet. Press the button to try again.</p>}
          <div className={fields.row}>
            <button ref={logButton} type="submit" className={buttonClass('primary', 'compact')} aria-disabled={sending}>
              {sending ? 'Logging…' : `Log ${channelWords[channel].toLowerCase()}`}
            </button>
            <button type="button" className={buttonClass('quiet', 'compact')} onClick={close}>
              Cancel
            </button>
          </div>
        </form>
      )}
    </fieldset>
  )
}

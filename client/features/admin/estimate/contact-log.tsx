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
import { beginsWork, type Save } from './work-changes.ts'

type ContactLogProps = {
  id: string
  work: EstimateWork
  save: Save
  /** The channel for {@link focusRef}. */
  mainChannel: ContactChannel
  /** Set to the button of the main channel, for the shortcut and the bar. */
  focusRef: RefObject<HTMLButtonElement | null>
  /** Whether the keys of the page are on. */
  hasKeys: boolean
}

/** Takes two presses, with an optional note between them. */
export function ContactLog({ id, work, save, mainChannel, focusRef, hasKeys }: ContactLogProps) {
  const headingId = useId()
  const logButton = useRef<HTMLButtonElement>(null)
  const { text, channel, keepStatus, sending, failed, edit, discard, send } = useEntryForm(id, 'contact', save)

  // Focus moves to Submit so that Enter twice logs a contact; not when a draft is restored.
  const seen = useRef(channel)
  useEffect(() => {
    if (channel && channel !== seen.current) logButton.current?.focus()
    seen.current = channel
  }, [channel])

  usePageActions(
    contactChannels.map((each) => ({
      label: logLabel(each),
      words: 'contact',
      keys: hasKeys && each === mainChannel ? 'c' : undefined,
      isMinor: each !== mainChannel,
      run: () => edit({ channel: each }),
    })),
  )

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (channel && (await send({ kind: 'contact', channel, note: text, keepStatus: keepStatus || undefined })))
      focusRef.current?.focus()
  }

  function cancel(): void {
    discard()
    focusRef.current?.focus()
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
            ref={each === mainChannel ? focusRef : undefined}
            type="button"
            className={buttonClass('quiet', 'compact')}
            aria-pressed={each === channel}
            onClick={() => edit({ channel: each })}
          >
            {channelLabels[each]}
          </button>
        ))}
      </div>
      {channel && (
        <form className={fields.stack} onSubmit={(event) => void submit(event)}>
          <EntryField
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
            <button ref={logButton} type="submit" className={buttonClass('primary', 'compact')} aria-disabled={sending}>
              {sending ? 'Logging…' : logLabel(channel)}
            </button>
            <button type="button" className={buttonClass('quiet', 'compact')} onClick={cancel}>
              Cancel
            </button>
          </div>
        </form>
      )}
    </fieldset>
  )
}

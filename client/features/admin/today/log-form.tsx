import { type FormEvent, useEffect, useRef, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import type { Today, TodayEstimate } from '#client/lib/api.ts'
import { EntryField } from '../estimate/entry-field.tsx'
import { type MainContact, mainContact } from '../estimate/main-contact.ts'
import { useEntryForm } from '../estimate/use-entry-form.ts'
import { beginsWork } from '../estimate/work-changes.ts'
import fields from '../ui/fields.module.css'
import { LabeledField } from '../ui/labeled-field.tsx'
import { channelLabels, dayLabel } from '../ui/work-labels.ts'
import { followUpChoices, spokenDay } from './follow-up-choices.ts'
import styles from './log-form.module.css'
import { failedSave, type Saved, type Seen, saveMessage, type TodayWork } from './use-today-work.ts'

type LogFormProps = {
  estimate: TodayEstimate
  today: Pick<Today, 'day' | 'followUpDays'>
  work: TodayWork
  onCancel: () => void
  /**
   * Also called when only the contact could be saved.
   *
   * @param begun set where it has moved the estimate to in progress
   */
  onLogged: (text: string, begun: Seen | undefined) => void
}

/** Enter logs the contact at once; notes and a follow-up may be given before. */
export function LogForm({ estimate, today, work, onCancel, onLogged }: LogFormProps) {
  const { followUpOn } = estimate
  const contact = mainContact(estimate)
  const isDue = followUpOn !== null && followUpOn <= today.day
  const [chosen, setChosen] = useState('')
  const submitButton = useRef<HTMLButtonElement>(null)
  const logged = useRef<Saved['work']>(undefined)
  const { text, sending, failed, edit, send } = useEntryForm(estimate.id, 'contact', async (change) => {
    try {
      logged.current = (await work.saveEntry(estimate, change)).work
      return { outcome: 'saved' }
    } catch (error) {
      return failedSave(error)
    }
  })

  useEffect(() => submitButton.current?.focus(), [])

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!(await send({ kind: 'contact', channel: contact.channel, note: text }))) return
    // A follow-up that was due is done by the contact.
    const day = chosen || (isDue ? null : followUpOn)
    const done = `${loggedText(contact, estimate)}${await saveFollowUp(day)}`
    const version = logged.current?.version
    onLogged(done, beginsWork(estimate) && version !== undefined ? { id: estimate.id, version } : undefined)
  }

  async function saveFollowUp(day: string | null): Promise<string> {
    const version = logged.current?.version
    if (version === undefined || day === followUpOn) return ''
    try {
      logged.current = (await work.setFollowUp({ id: estimate.id, followUpOn, version }, day)).work
      return day === null ? '' : ` Follow-up set for ${spokenDay(day, today.day)}.`
    } catch (error) {
      return ` Follow-up not saved. ${saveMessage(error)}`
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <div className={styles.note}>
        <EntryField
          label={`${channelLabels[contact.channel]} notes (optional)`}
          rows={1}
          text={text}
          onEdit={(value) => edit({ text: value })}
          sending={sending}
          failure={failed && `${channelLabels[contact.channel]} not logged. ${failed}`}
        />
      </div>
      <LabeledField label="Then follow up">
        {(id) => (
          <select
            id={id}
            className={fields.input}
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
          >
            <option value="">{followUpOn && !isDue ? `On ${dayLabel(followUpOn)}, as planned` : 'No follow-up'}</option>
            {followUpChoices(today).map(({ day, label, date }) => (
              <option key={day} value={day}>
                {label} ({date})
              </option>
            ))}
          </select>
        )}
      </LabeledField>
      <div className={styles.buttons}>
        <button ref={submitButton} type="submit" className={buttonClass('primary', 'compact')} aria-disabled={sending}>
          {sending ? 'Logging…' : contact.logLabel}
        </button>
        <button type="button" className={buttonClass('quiet', 'compact')} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}

function loggedText({ channel }: MainContact, estimate: TodayEstimate): string {
  const label = `${channelLabels[channel]} logged.`
  return beginsWork(estimate) ? `${label} Now in progress.` : label
}

import { NativeSelect } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Today, TodayEstimate } from '#client/lib/api.ts'
import { EntryForm, useEntryForm } from '../estimate/entry-form.tsx'
import { type MainContact, mainContact } from '../estimate/main-contact.ts'
import { beginsWork, lastContactBy } from '../estimate/work-changes.ts'
import { useStaff } from '../layout/staff-context.ts'
import { capitalized, channelLabels, weekdayLabel } from '../ui/work-labels.ts'
import styles from './day-row.module.css'
import type { DoneWork } from './pinned-rows.ts'
import { spokenDay } from './today-labels.ts'
import { failedSave, type Saved, type Seen, saveMessage, type TodayWork } from './use-today-work.ts'

type LogFormProps = {
  estimate: TodayEstimate
  today: Pick<Today, 'day' | 'followUpDays'>
  work: TodayWork
  onCancel: () => void
  /** It is called when only the contact could be saved, too. */
  onLogged: (done: DoneWork) => void
}

/** Enter logs the contact at once; notes and a follow-up may be given before. */
export function LogForm({ onCancel, ...props }: LogFormProps) {
  const { estimate, today } = props
  const planned = plannedFollowUp(estimate, today)
  const contact = mainContact(estimate)
  const [chosen, setChosen] = useState('')
  const notes = useRef<HTMLTextAreaElement>(null)
  const { entry, log } = useContactEntry(props)

  useEffect(() => {
    // A browser would scroll the field to the middle of the window.
    notes.current?.focus({ preventScroll: true })
    notes.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <EntryForm
      entry={entry}
      ref={notes}
      label={`${channelLabels[contact.channel]} notes (optional)`}
      rows={1}
      sendsOnEnter
      button={contact.logLabel}
      busyButton="Logging…"
      failure={`${channelLabels[contact.channel]} not logged.`}
      send={() => log(chosen)}
      onCancel={onCancel}
    >
      {(text, buttons) => (
        <div className={styles.log}>
          <p className={styles.logHeading}>
            {contact.logLabel}: <bdi>{estimate.name}</bdi>
          </p>
          {text}
          <NativeSelect
            label="Follow up"
            value={chosen}
            data={[
              { value: '', label: planned ? `${weekdayLabel(planned)}, as planned` : 'No follow-up' },
              ...today.followUpDays.map((day) => ({
                value: day,
                label: capitalized(spokenDay(day, today.day)),
              })),
            ]}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
          <div>{buttons}</div>
        </div>
      )}
    </EntryForm>
  )
}

function useContactEntry({ estimate, today, work, onLogged }: Omit<LogFormProps, 'onCancel'>) {
  const { followUpOn } = estimate
  const contact = mainContact(estimate)
  const { id: ownId } = useStaff()
  const logged = useRef<Saved>(undefined)
  const entry = useEntryForm(estimate.id, 'contact', async (change) => {
    try {
      logged.current = await work.saveEntry(estimate, change)
      return { outcome: 'saved' }
    } catch (error) {
      return failedSave(error)
    }
  })

  async function log(chosen: string): Promise<void> {
    await entry.send({ kind: 'contact', channel: contact.channel, note: entry.form.getValues().text })
    const followUp = await saveFollowUp(chosen || plannedFollowUp(estimate, today))
    const done = `${loggedText(contact, estimate)}${followUp}`
    const saved = logged.current
    if (!saved) return
    const seen = { id: estimate.id, version: saved.work.version }
    const contactId = lastContactBy(ownId, saved.timeline)
    onLogged({
      text: done,
      begun: beginsWork(estimate) ? seen : undefined,
      undo: contactId === undefined ? undefined : () => undo(seen, contactId, saved.work.followUpOn),
    })
  }

  async function undo(seen: Seen, contactId: string, setDay: string | null): Promise<void> {
    const { version } = (await work.withdraw(seen, contactId)).work
    if (setDay !== followUpOn) await work.setFollowUp({ ...seen, version, followUpOn: setDay }, followUpOn)
  }

  async function saveFollowUp(day: string | null): Promise<string> {
    const version = logged.current?.work.version
    if (version === undefined || day === followUpOn) return ''
    try {
      logged.current = await work.setFollowUp({ id: estimate.id, followUpOn, version }, day)
      return day === null ? '' : ` Follow-up set for ${spokenDay(day, today.day)}.`
    } catch (error) {
      return ` Follow-up not saved. ${saveMessage(error)}`
    }
  }

  return { entry, log }
}

/** A follow-up that was due is done by the contact. */
function plannedFollowUp({ followUpOn }: TodayEstimate, { day }: LogFormProps['today']): string | null {
  return followUpOn !== null && followUpOn <= day ? null : followUpOn
}

function loggedText({ channel }: MainContact, estimate: TodayEstimate): string {
  const label = `${channelLabels[channel]} logged.`
  return beginsWork(estimate) ? `${label} Now in progress.` : label
}

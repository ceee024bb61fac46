import { type TimelineEvent, withdrawnContacts } from '#shared/estimates/estimate-work.ts'
import { channelLabels, eventText } from '../ui/work-labels.ts'
import styles from './print-sheet.module.css'
import { EventOrigin } from './timeline.tsx'

/** Prints the notes with the oldest first. */
export function PrintedNotes({ events }: { events: readonly TimelineEvent[] }) {
  const withdrawn = withdrawnContacts(events)
  const written = events.filter(({ id, kind }) => kind === 'note' || (kind === 'contact' && !withdrawn.has(id)))
  if (written.length === 0) return null
  return (
    <section className={styles.notes} aria-label="Notes">
      <h2>Notes</h2>
      <ol>
        {written.map((event) => (
          <li key={event.id}>
            <p className={styles.origin}>
              {event.kind === 'contact' && `${channelLabels[event.channel]}, `}
              <EventOrigin event={event} />
            </p>
            <p className={styles.text} dir="auto">
              {eventText(event)}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

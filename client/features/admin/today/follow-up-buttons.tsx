import { buttonClass } from '#client/components/button-class.ts'
import type { Today } from '#client/lib/api.ts'
import styles from './follow-up-buttons.module.css'
import { followUpChoices } from './follow-up-choices.ts'

type FollowUpButtonsProps = {
  name: string
  today: Pick<Today, 'day' | 'followUpDays'>
  onChoose: (day: string) => void
}

/** One press sets the day. */
export function FollowUpButtons({ name, today, onChoose }: FollowUpButtonsProps) {
  return (
    <div className={styles.group}>
      <span className={styles.label} aria-hidden="true">
        Follow up
      </span>
      {followUpChoices(today).map(({ day, label, date }) => (
        <button
          key={day}
          type="button"
          className={buttonClass('quiet', 'compact')}
          title={`Follow up on ${date}`}
          aria-label={`${label}: follow up with ${name} on ${date}`}
          onClick={() => onChoose(day)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

import { buttonClass } from '#client/components/button-class.ts'
import styles from '#client/components/second-factor/second-factor.module.css'
import type { OwnSession } from '#shared/account.ts'
import { hourMs } from '#shared/durations.ts'
import { formatDay, formatDayAndTime } from '#shared/formatting.ts'
import own from './session-row.module.css'

/** Browsers in use tell the server about once an hour. */
const recentMs = hourMs * 1.1

export function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { device, isCurrent, signedInAt } = session
  return (
    <li className={styles.row}>
      <div className={styles.fact}>
        <p className={styles.name}>
          {device} {isCurrent && <span className={own.badge}>This device</span>}
        </p>
        <p className={styles.small}>
          {`${toNetworkText(session)}${formatLastUse(session)} Signed in on ${formatDay(new Date(signedInAt))}.`}
        </p>
      </div>
      {!isCurrent && (
        <button
          type="button"
          className={buttonClass('quiet', 'compact')}
          aria-label={`Sign out ${device}`}
          onClick={onEnd}
        >
          Sign out
        </button>
      )}
    </li>
  )
}

function toNetworkText({ isCurrent, isSameNetwork }: OwnSession): string {
  if (isCurrent || isSameNetwork === null) return ''
  return isSameNetwork ? 'In the network that you use now. ' : 'In another network. '
}

function formatLastUse({ isCurrent, lastUsedAt }: OwnSession): string {
  const at = new Date(lastUsedAt)
  if (isCurrent) return 'In use now.'
  if (Date.now() - at.getTime() < recentMs) return 'Used within the last hour.'
  return `Last used ${formatDayAndTime(at)} New York time.`
}

import { useCallback, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { ProblemNote } from '#client/components/problem-note.tsx'
import { reportError } from '#client/components/report-error.ts'
import { hideError, showSuccess } from '#client/components/toasts.tsx'
import { createAccountCalls } from '#client/lib/account-calls.ts'
import { useFreshData } from '#client/lib/use-fresh-data.ts'
import type { OwnSession } from '#shared/account.ts'
import styles from '../account-section.module.css'
import { AccountSection, focusSection } from '../account-section.tsx'
import { SessionRow } from './session-row.tsx'

export const sessionsAnchor = 'devices'

/** Shows where the user is signed in. */
export function SessionsSection() {
  const [calls] = useState(createAccountCalls)
  const load = useCallback(() => calls.sessions.query(), [calls])
  const { data, problem, reload } = useFreshData(load)
  const [busy, setBusy] = useState(false)

  async function attempt(end: () => Promise<string>): Promise<void> {
    if (busy) return
    setBusy(true)
    hideError()
    try {
      showSuccess({ title: 'Signed out', message: await end() })
      // The button that was pressed goes with its row.
      focusSection(sessionsAnchor)
    } catch (error) {
      reportError('Not Signed Out', error)
    }
    await reload()
    setBusy(false)
  }

  const endOne = ({ id, device }: OwnSession) =>
    attempt(async () => {
      const { status } = await calls.endSession.mutate({ id })
      return status === 'ended' ? `${device} was signed out.` : `${device} was signed out already.`
    })
  const endOthers = () =>
    attempt(async () => {
      const { ended } = await calls.endOtherSessions.mutate()
      return ended === 1 ? 'One other device was signed out.' : `${ended} other devices were signed out.`
    })

  return (
    <AccountSection
      anchor={sessionsAnchor}
      title="Devices"
      note="The browsers in which you are signed in. If you don’t know one, sign it out and change your password."
    >
      {!data && problem === undefined && (
        <p className={styles.status} role="status">
          One moment…
        </p>
      )}
      {problem !== undefined && <ProblemNote text={problem} onRetry={() => void reload()} className={styles.failure} />}
      {data && (
        <>
          <ul className={styles.rows}>
            {data.sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => void endOne(session)} />
            ))}
          </ul>
          {data.total > data.sessions.length && (
            <p className={styles.status}>
              {`And ${data.total - data.sessions.length} more that were used before these.`}
            </p>
          )}
          {data.total > 1 ? (
            <div className={styles.failure}>
              <button
                type="button"
                className={buttonClass('quiet', 'compact')}
                aria-busy={busy}
                onClick={() => void endOthers()}
              >
                Sign out all other devices
              </button>
            </div>
          ) : (
            <p className={styles.status}>You are signed in nowhere else.</p>
          )}
        </>
      )}
    </AccountSection>
  )
}

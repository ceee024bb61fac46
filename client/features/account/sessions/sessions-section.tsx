import { Button, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ProblemNote } from '#client/components/problem-note.tsx'
import { reportError } from '#client/components/report-error.ts'
import { hideError, showSuccess } from '#client/components/toasts.tsx'
import { sessionClient } from '#client/lib/auth/session-client.ts'
import { useFreshData } from '#client/lib/use-fresh-data.ts'
import type { OwnSession } from '#shared/account.ts'
import { hourMs } from '#shared/durations.ts'
import { formatDay, formatDayAndTime } from '#shared/formatting.ts'
import styles from '../account.module.css'
import { AccountRow, AccountSection, focusSection } from '../account-section.tsx'

export const sessionsAnchor = 'devices'

const loadSessions = () => sessionClient.account.sessions.query()

/** Shows where the user is signed in. @param props.children about this device */
export function SessionsSection({ children }: { children?: ReactNode }) {
  const { data, problem, reload } = useFreshData(loadSessions)
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
      const { status } = await sessionClient.account.endSession.mutate({ id })
      return status === 'ended' ? `${device} was signed out.` : `${device} was signed out already.`
    })
  const endOthers = () =>
    attempt(async () => {
      const { ended } = await sessionClient.account.endOtherSessions.mutate()
      return ended === 1 ? 'One other device was signed out.' : `${ended} other devices were signed out.`
    })

  return (
    <AccountSection
      anchor={sessionsAnchor}
      title="Devices"
      note="The browsers in which you are signed in. If you don’t know one, sign it out and change your password."
    >
      {!data && problem === undefined && (
        <Text c="dimmed" role="status">
          One moment…
        </Text>
      )}
      {problem !== undefined && <ProblemNote text={problem} onRetry={() => void reload()} />}
      {data && (
        <>
          <ul>
            {data.sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => void endOne(session)} />
            ))}
          </ul>
          {data.total > data.sessions.length && (
            <Text c="dimmed">{`And ${data.total - data.sessions.length} more that were used before these.`}</Text>
          )}
          {data.total > 1 ? (
            <Button variant="default" mr="auto" aria-busy={busy} onClick={() => void endOthers()}>
              Sign out all other devices
            </Button>
          ) : (
            <Text c="dimmed">No other devices.</Text>
          )}
        </>
      )}
      {children}
    </AccountSection>
  )
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { device, isCurrent, signedInAt } = session
  return (
    <AccountRow
      component="li"
      name={
        <>
          {device} {isCurrent && <span className={styles.badge}>This device</span>}
        </>
      }
      action={
        !isCurrent && (
          <Button variant="default" aria-label={`Sign out ${device}`} onClick={onEnd}>
            Sign out
          </Button>
        )
      }
    >
      {`${toNetworkText(session)}${formatLastUse(session)} Signed in on ${formatDay(new Date(signedInAt))}.`}
    </AccountRow>
  )
}

function toNetworkText({ isCurrent, isSameNetwork }: OwnSession): string {
  if (isCurrent || isSameNetwork === null) return ''
  return isSameNetwork ? 'In the network that you use now. ' : 'In another network. '
}

/** Browsers in use tell the server about once an hour. */
const recentMs = hourMs * 1.1

function formatLastUse({ isCurrent, lastUsedAt }: OwnSession): string {
  const at = new Date(lastUsedAt)
  if (isCurrent) return 'In use now.'
  if (Date.now() - at.getTime() < recentMs) return 'Used within the last hour.'
  return `Last used ${formatDayAndTime(at)} New York time.`
}

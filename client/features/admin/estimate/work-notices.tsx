import { Button, Text } from '@mantine/core'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { v4 as randomUuid } from 'uuid'
import { api, type EstimateDetail } from '#client/lib/api.ts'
import { failureMessage } from '#client/lib/api-error.ts'
import type { Assignee, EstimateWork, TimelineEvent } from '#shared/estimates/estimate-work.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import { formatExactTime } from '#shared/formatting.ts'
import { usePageActions } from '../layout/staff-context.ts'
import { emailFailureText, emailLabel } from '../ui/email-failure-labels.ts'
import { FoldedText } from '../ui/estimate-texts.tsx'
import { ErrorText } from '../ui/form.tsx'
import { eventLabel, eventText, proposalAnswerText, reasonLabels } from '../ui/work-labels.ts'
import { failedEmails, sentToFormerAddress } from './email-events.ts'
import styles from './sheet-frame.module.css'
import { Notice } from './sheet-frame.tsx'
import { EventOrigin } from './timeline.tsx'
import type { SaveError } from './use-save-work.ts'
import { describeChange, notSaved, type Save, toShownVisit, type WorkChange } from './work-changes.ts'

type NoticeActions = { save: Save; onLose: () => void; onWrite: (() => void) | undefined }

/** What the page has to say about the estimate, apart from saves that failed. */
export function getNotices(
  { estimate, timeline }: EstimateDetail,
  work: EstimateWork,
  actions: NoticeActions,
): ReactElement[] {
  const { save } = actions
  const isUndecided = work.outcome === 'open' && !work.quarantine
  const answer = isUndecided ? lastAnswer(timeline) : undefined
  return [
    ...(work.quarantine ? [<QuarantineNotice key="quarantine" quarantine={work.quarantine} save={save} />] : []),
    ...(isUndecided && work.withdrawnAt
      ? [
          <Notice
            key="withdrawn"
            title={withdrawnLabel}
            text={`On ${formatExactTime(new Date(work.withdrawnAt))}. Its clocks are stopped.`}
            buttons={
              <>
                <Button onClick={actions.onLose}>Save as lost…</Button>
                <Button variant="default" onClick={() => decide(save, { kind: 'resume' })}>
                  Not withdrawn
                </Button>
              </>
            }
          />,
        ]
      : []),
    ...(answer && !work.withdrawnAt ? [<AnswerNotice key={answer.id} event={answer} {...actions} />] : []),
    ...failedEmails(timeline).map(({ id, messageId, mail, to, failure }) => (
      <EmailAgainNotice
        key={id}
        estimateId={estimate.id}
        messageId={messageId}
        title={`${emailLabel(mail, to)} failed`}
        text={emailFailureText(failure, mail)}
        button="Send again"
      />
    )),
    ...(['estimate.visitor', 'proposal.sent'] as const).flatMap((kind) => {
      const toFormer = sentToFormerAddress(timeline, kind)
      if (toFormer === undefined || estimate.email === '' || work.quarantine) return []
      const what = kind === 'proposal.sent' ? 'proposal' : 'confirmation'
      return (
        <EmailAgainNotice
          key={toFormer}
          estimateId={estimate.id}
          messageId={toFormer}
          title={`The ${what} went to the former address`}
          text={`The email address was corrected afterwards. Nothing was sent to ${estimate.email} yet.`}
          button={`Send the ${what} to the new address`}
        />
      )
    }),
  ]
}

const withdrawnLabel = 'Withdrawn by the customer'

type Event<Kind> = Extract<TimelineEvent, { kind: Kind }>
type Answer = Event<'proposal_answered'>

/** The customer's last word on the written proposal that counts, which is the newest one that was not withdrawn. */
function lastAnswer(events: readonly TimelineEvent[]): Answer | undefined {
  const withdrawn = events.flatMap((event) => (event.kind === 'proposal_withdrawn' ? [event.number] : []))
  const sent = events.findLast(
    (event): event is Event<'proposal_sent'> => event.kind === 'proposal_sent' && !withdrawn.includes(event.number),
  )
  return events.findLast(
    (event): event is Answer => event.kind === 'proposal_answered' && event.number === sent?.number,
  )
}

/** Why the request is lost, if the customer has said so. */
export function lostReason(timeline: readonly TimelineEvent[], work: EstimateWork): string | undefined {
  if (work.withdrawnAt) return withdrawnLabel
  const last = lastAnswer(timeline)
  return last?.answer === 'declined' ? proposalAnswerText(last.answer, last.text) : undefined
}

/** The customer's answer decides nothing by itself. */
function AnswerNotice({ event, save, onLose, onWrite }: NoticeActions & { event: Answer }) {
  const { answer, at } = event
  const text = eventText(event)
  const when = formatExactTime(new Date(at))
  const buttons = {
    accepted: <Button onClick={() => decide(save, { kind: 'outcome', outcome: 'won', reason: '' })}>Mark won</Button>,
    changes: onWrite && <Button onClick={onWrite}>Write a new version…</Button>,
    declined: <Button onClick={onLose}>Save as lost…</Button>,
  }
  return (
    <Notice
      title={eventLabel(event, [])}
      text={answer === 'accepted' && text ? `By “${text}” on ${when}.` : `On ${when}.`}
      buttons={buttons[answer]}
    >
      {answer !== 'accepted' && text && (
        <FoldedText label="the customer’s answer" isNarrow className={styles.written}>
          {answer === 'declined' ? `Reason: ${text}` : text}
        </FoldedText>
      )}
    </Notice>
  )
}

type QuarantineNoticeProps = { quarantine: NonNullable<EstimateWork['quarantine']>; save: Save }

function QuarantineNotice({ quarantine: { reasons, isSpam }, save }: QuarantineNoticeProps) {
  const release = () => decide(save, { kind: 'release' })
  usePageActions([{ label: 'Not spam', words: 'release', run: release }])
  return (
    <Notice
      title={isSpam ? 'Spam' : 'Possible spam'}
      text={
        isSpam
          ? `It is hidden from the list, and its ${responseHours}-hour clock is stopped.`
          : `No emails were sent and the ${responseHours}-hour clock is paused. “Not spam” sends both emails and starts the clock.`
      }
      buttons={
        <>
          <Button onClick={release}>Not spam</Button>
          {!isSpam && <SpamButton label="It’s spam" save={save} />}
        </>
      }
    >
      <ul className={styles.list}>
        {reasons.map((reason) => (
          <li key={reason}>{reasonLabels[reason]}</li>
        ))}
      </ul>
    </Notice>
  )
}

export function SpamButton({ label, save }: { label: string; save: Save }) {
  const confirm = () => decide(save, { kind: 'spam' })
  usePageActions([{ label, isMinor: true, run: confirm }])
  return (
    <Button variant="default" onClick={confirm}>
      {label}
    </Button>
  )
}

function decide(save: Save, change: WorkChange): void {
  focusMain()
  void save(change)
}

/** The pressed button disappears, and would take the focus with it. */
function focusMain(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

type EmailAgainNoticeProps = {
  estimateId: string
  messageId: string | null
  title: string
  text: string
  button: string
}

/** Offers to send an email again, and says why. */
function EmailAgainNotice({ estimateId, messageId, title, text, button }: EmailAgainNoticeProps) {
  const utils = api.useUtils()
  const [refusal, setRefusal] = useState<string>()
  // Every try sends the same key, so that a lost response queues nothing twice.
  const [entryKey] = useState(() => randomUuid())
  const sending = useRef(false)

  async function sendAgain(): Promise<void> {
    if (sending.current || messageId === null) return
    sending.current = true
    setRefusal(undefined)
    try {
      const state = await utils.client.estimates.sendEmailAgain.mutate({ id: estimateId, messageId, entryKey })
      focusMain()
      await utils.estimates.get.cancel({ id: estimateId })
      utils.estimates.get.setData({ id: estimateId }, (page) => page && { ...page, ...state })
      void utils.admin.invalidate(undefined, { refetchType: 'none' })
    } catch (error) {
      setRefusal(failureMessage(error))
      void utils.estimates.get.invalidate({ id: estimateId })
    } finally {
      sending.current = false
    }
  }

  return (
    <Notice
      title={title}
      text={text}
      buttons={
        <Button variant="default" onClick={() => void sendAgain()}>
          {button}
        </Button>
      }
    >
      {refusal && <ErrorText>{`Not sent. ${refusal}`}</ErrorText>}
    </Notice>
  )
}

type SaveErrorNoticeProps = {
  saveError: SaveError
  assignees: readonly Assignee[]
  /** The visit as the server has it, without unsaved changes. */
  visit: EstimateWork['visit']
  save: Save
  onDiscard: () => void
}

export function SaveErrorNotice({ saveError, assignees, visit, save, onDiscard }: SaveErrorNoticeProps) {
  const section = useRef<HTMLDivElement>(null)
  const { changes, message, stale } = saveError
  const again = changes.flatMap((change) => toShownVisit(change, visit) ?? [])

  function applyAgain(): void {
    for (const change of again) void save(change)
  }

  // On a phone the pressed control may be far below.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <Notice
      ref={section}
      title={notSaved(changes)}
      text={message}
      role="alert"
      buttons={
        <>
          {again.length > 0 && <Button onClick={applyAgain}>{stale ? 'Apply my change' : 'Try again'}</Button>}
          <Button variant="default" onClick={onDiscard}>
            Discard my change
          </Button>
        </>
      }
    >
      {stale && stale.changes.length > 0 && (
        <ul className={styles.list}>
          {stale.changes.map((event) => (
            <li key={event.id}>
              {eventLabel(event, assignees)}
              {eventText(event) && <span className={styles.written}>: {eventText(event)}</span>}
              <br />
              <EventOrigin event={event} />
            </li>
          ))}
        </ul>
      )}
      <dl>
        {changes.map((change) => {
          const { label, value } = describeChange(change)
          return (
            <div key={change.kind}>
              <Text component="dt" size="sm" c="dimmed">
                You chose: {label}
              </Text>
              <Text component="dd" fw={600} className={styles.written}>
                {value}
              </Text>
            </div>
          )
        })}
      </dl>
    </Notice>
  )
}

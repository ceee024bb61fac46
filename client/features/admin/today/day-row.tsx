import { Button } from '@mantine/core'
import { type MouseEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { buttonClass } from '#client/components/button-class.ts'
import type { Today, TodayEstimate } from '#client/lib/api.ts'
import type { TodaySection } from '#shared/estimates/today.ts'
import { readPhoneNumber } from '#shared/phone-numbers.ts'
import { mainContact } from '../estimate/main-contact.ts'
import { ProposalForm } from '../estimate/proposal-form.tsx'
import type { ProposalChange } from '../estimate/work-changes.ts'
import { AssigneeChip, FollowUpChip, OutcomeChip } from '../layout/work-chips.tsx'
import badge from '../ui/badge.module.css'
import { BestTimeBadge, ResponseBadge, StatusBadge } from '../ui/badges.tsx'
import { ContactButton, mailHref, toTextHref } from '../ui/contact-button.tsx'
import { ErrorText } from '../ui/form.tsx'
import { MenuButton, PopoverMenu } from '../ui/popover-menu.tsx'
import { factSeparator, ProjectSummary } from '../ui/project-summary.tsx'
import { ProposalBadge } from '../ui/proposal-badge.tsx'
import styles from './day-row.module.css'
import { DoneRow } from './done-row.tsx'
import { LogForm } from './log-form.tsx'
import type { DoneWork } from './pinned-rows.ts'
import { RowName } from './today-headings.tsx'
import { followUpLabel, spokenDay } from './today-labels.ts'
import { saveMessage, type TodayWork } from './use-today-work.ts'

type DayRowProps = {
  section: TodaySection
  estimate: TodayEstimate
  today: Pick<Today, 'day' | 'followUpDays'>
  work: TodayWork
  /** Set for a moment after the work on the row. */
  done: DoneWork | undefined
  /** Whether the section is without the row once it is released. */
  isLeaving: boolean
  /** Keeps the row in its place. */
  onHold: () => void
  onDone: (done: DoneWork) => void
  onRelease: () => void
}

export function DayRow(props: DayRowProps) {
  const { section, estimate, today, work, done, isLeaving, onRelease } = props
  const { id, name, email, phone, urgent } = estimate
  const { failure, logging, openLog, closeLog, endLog, logProposal, takeBack, followUp } = useRowWork(props)
  const asksForProposal = section === 'proposals'
  const textHref = toTextHref(phone)
  const state = done ? styles.behind : logging ? styles.logging : ''
  const contentClass = `${styles.content} ${state}`
  return (
    <li data-estimate={id} className={urgent ? `${styles.row} ${styles.urgent}` : styles.row}>
      {done && (
        <DoneRow
          name={name}
          done={done}
          failure={failure}
          onUndo={(undo) => takeBack('Not undone.', undo)}
          onKeepNew={(begun) => takeBack('Status not changed.', () => work.keepNew(begun))}
          isLeaving={isLeaving}
          onUndoEnd={() => props.onDone({ text: done.text })}
          onEnd={onRelease}
        />
      )}
      {/* It keeps its height behind what was done, so that the rows below do not move under the finger. */}
      <div className={contentClass} inert={done !== undefined}>
        <About section={section} estimate={estimate} />
        <div className={asksForProposal ? `${styles.actions} ${styles.four}` : styles.actions}>
          {/* Who comes back from the call finds the form to log it. */}
          <ContactButton name={name} email={email} phone={phone} onCall={openLog('contact')} />
          {asksForProposal && (
            <button
              type="button"
              className={buttonClass(logging ? 'quiet' : 'primary', 'compact')}
              aria-expanded={logging === 'proposal'}
              data-log
              onClick={openLog('proposal')}
            >
              Log proposal…<span className="unseen"> for {name}</span>
            </button>
          )}
          <button
            type="button"
            className={buttonClass(section === 'overdue' && !logging ? 'primary' : 'quiet', 'compact')}
            aria-expanded={logging === 'contact'}
            data-log={asksForProposal ? undefined : true}
            onClick={openLog('contact')}
          >
            {mainContact(estimate).logLabel}…<span className="unseen"> with {name}</span>
          </button>
          {today.followUpDays.slice(0, 1).map((day) => (
            <Button key={day} variant="default" className={styles.nextDay} onClick={() => void followUp(day)}>
              {followUpLabel(day, today)}
              <span className="unseen">: follow up with {name}</span>
            </Button>
          ))}
          <PopoverMenu
            label={`Follow up with ${name}`}
            content={(menuId) => (
              <>
                {today.followUpDays.map((day) => (
                  <MenuButton key={day} menuId={menuId} onPress={() => void followUp(day)}>
                    {followUpLabel(day, today)}
                  </MenuButton>
                ))}
                {textHref && (
                  <MenuButton menuId={menuId} onPress={() => location.assign(textHref)}>
                    Send a text
                  </MenuButton>
                )}
              </>
            )}
          >
            Later…<span className="unseen"> follow up with {name}</span>
          </PopoverMenu>
        </div>
      </div>
      {failure && !done && <ErrorText>{failure}</ErrorText>}
      {logging === 'contact' && (
        <LogForm estimate={estimate} today={today} work={work} onCancel={closeLog} onLogged={endLog} />
      )}
      {logging === 'proposal' && (
        <ProposalForm
          send={logProposal}
          describeError={saveMessage}
          onCancel={closeLog}
          className={`${styles.log} ${styles.proposal}`}
        >
          <p className={styles.logHeading}>
            Log proposal: <bdi>{name}</bdi>
          </p>
        </ProposalForm>
      )}
    </li>
  )
}

function useRowWork({ estimate, today, work, onHold, onDone, onRelease }: DayRowProps) {
  const [logging, setLogging] = useState<'contact' | 'proposal'>()
  const [failure, setFailure] = useState<string>()
  const saving = useRef(false)
  const opener = useRef<HTMLElement>(null)

  /** Saves one thing at a time. Resolves to undefined if it fails, or while something else is saved. */
  async function save<Result>(failed: string, send: () => Promise<Result>): Promise<Result | undefined> {
    if (saving.current) return undefined
    saving.current = true
    setFailure(undefined)
    try {
      return await send()
    } catch (error) {
      setFailure(`${failed} ${saveMessage(error)}`)
      return undefined
    } finally {
      saving.current = false
    }
  }

  function openLog(form: 'contact' | 'proposal') {
    return ({ currentTarget }: MouseEvent<HTMLElement>): void => {
      // A second press in place is not Cancel.
      if (logging) return
      opener.current = currentTarget
      onHold()
      setFailure(undefined)
      setLogging(form)
    }
  }

  function closeLog(): void {
    // On phones the form hides the button.
    flushSync(() => setLogging(undefined))
    onRelease()
    opener.current?.focus()
  }

  function endLog(logged: DoneWork): void {
    setLogging(undefined)
    onDone(logged)
  }

  async function logProposal(change: ProposalChange): Promise<void> {
    const { version } = (await work.logProposal(estimate, change)).work
    const undo = () => work.undoProposal({ id: estimate.id, version })
    endLog({ text: 'Proposal logged.', undo, undoEnds: true })
  }

  function takeBack(failed: string, send: () => Promise<unknown>): void {
    void save(failed, async () => {
      await send()
      onRelease()
    })
  }

  async function followUp(day: string): Promise<void> {
    onHold()
    const saved = await save('Follow-up not saved.', () => work.setFollowUp(estimate, day))
    if (!saved) {
      onRelease()
      return
    }
    const { version } = saved.work
    const undo = () => work.setFollowUp({ id: estimate.id, followUpOn: day, version }, estimate.followUpOn)
    endLog({ text: `Follow-up set for ${spokenDay(day, today.day)}.`, undo })
  }

  return { failure, logging, openLog, closeLog, endLog, logProposal, takeBack, followUp }
}

type AboutProps = Pick<DayRowProps, 'section' | 'estimate'>

function About({ section, estimate }: AboutProps) {
  const { id, name, email, phone, summary } = estimate
  const call = phone === null ? undefined : readPhoneNumber(phone)
  return (
    <div className={styles.about}>
      <div className={styles.who}>
        <RowName id={id} name={name} />
        <DayBadges section={section} estimate={estimate} />
      </div>
      {summary && (
        <p className={styles.line}>
          <bdi>{summary}</bdi>
        </p>
      )}
      <p className={`${styles.line} ${styles.facts}`}>
        <ProjectSummary {...estimate} />
        {call?.href && email && (
          <span className={styles.minor}>
            {factSeparator}
            <EmailLink email={email} />
          </span>
        )}
        {!call?.href && (
          <>
            {factSeparator}
            <span className={styles.ownLine}>
              {call && <bdi>{call.text}</bdi>}
              {call && email && factSeparator}
              {email && <EmailLink email={email} />}
            </span>
          </>
        )}
      </p>
    </div>
  )
}

function EmailLink({ email }: { email: string }) {
  return (
    <a href={mailHref(email)}>
      <bdi>{email}</bdi>
    </a>
  )
}

/** The section's subject comes first. */
function DayBadges({ section, estimate }: AboutProps) {
  const { urgent, status, outcome, firstContactAt, withdrawnAt, followUpOn, assignee, bestTime } = estimate
  const response = <ResponseBadge {...estimate} />
  return (
    <div className={badge.badges}>
      {section === 'followUps' && <FollowUpChip day={followUpOn} />}
      {section === 'proposals' && <ProposalBadge {...estimate} />}
      {(firstContactAt === null || withdrawnAt || section === 'unassigned') && response}
      {urgent && <span className={`${badge.badge} ${badge.urgent}`}>Urgent</span>}
      {(section === 'mine' || section === 'followUps') && <StatusBadge status={status} />}
      <OutcomeChip outcome={outcome} />
      {section !== 'followUps' && <FollowUpChip day={followUpOn} />}
      {section !== 'mine' && <AssigneeChip assignee={assignee} />}
      <BestTimeBadge bestTime={bestTime} />
    </div>
  )
}

import { type ReactElement, useId, useRef } from 'react'
import type { EstimateDetail } from '#client/lib/api.ts'
import type { EstimateWork } from '#shared/estimates/estimate-work.ts'
import { formatExactTime } from '#shared/formatting.ts'
import { useBelow } from '../layout/use-breakpoint.ts'
import { usePrinting } from '../layout/use-printing.ts'
import { ContactLinks } from '../ui/contact-links.tsx'
import { emailFailureText, emailLabel } from '../ui/email-failure-labels.ts'
import { EstimateBadges } from '../ui/estimate-badges.tsx'
import { ContactLog } from './contact-log.tsx'
import { DetailBar } from './detail-bar.tsx'
import styles from './detail-sheet.module.css'
import { EarlierEstimatesList } from './earlier-estimates.tsx'
import { EmailAgainNotice } from './email-again-notice.tsx'
import { confirmationToFormerAddress, failedEmails } from './email-events.ts'
import { ErasePerson } from './erase-person.tsx'
import { EstimateDetails } from './estimate-details.tsx'
import { mainContact } from './main-contact.ts'
import { NoteForm } from './note-form.tsx'
import { PrintSheet } from './print-sheet.tsx'
import { MarkAsSpam, QuarantineNotice } from './quarantine-notice.tsx'
import { SaveErrorNotice } from './save-error-notice.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { Timeline } from './timeline.tsx'
import { useSaveWork } from './use-save-work.ts'
import { useSheetActions } from './use-sheet-actions.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { type Save, withChange } from './work-changes.ts'
import { WorkPanel } from './work-panel.tsx'

export function DetailSheet({ page }: { page: EstimateDetail }) {
  const { estimate, assignees, timeline } = page
  const headingId = useId()
  const printing = usePrinting()
  const isNarrow = useBelow('md')
  const reach = mainContact(estimate)
  const { newer, older, status, logContact, dialog, showShortcuts, enabled, enable } = useSheetKeys(estimate)
  const { save, waiting, saveError, applyAgain, discard } = useSaveWork(estimate.id)
  const work = waiting.reduce((shown, { change }) => withChange(shown, change), page.work)

  // In narrow windows the work follows the facts, where these would be missed.
  const notices = getNotices(page, work, save)

  return (
    <>
      <DetailBar
        id={estimate.id}
        newer={page.newer}
        older={page.older}
        links={{ newer, older }}
        work={{
          contact: reach,
          onLogContact: () => logContact.current?.(),
          onShortcuts: showShortcuts,
          hasKeys: enabled,
        }}
      />
      <article className={styles.sheet} aria-labelledby={headingId}>
        <SheetHeader headingId={headingId} page={page} work={work} />
        {isNarrow && notices.length > 0 && <div className={styles.notices}>{notices}</div>}
        <div className={styles.facts}>
          <EstimateDetails page={page} />
        </div>
        <section className={styles.work} aria-label="Work on the request">
          {saveError && (
            <SaveErrorNotice saveError={saveError} assignees={assignees} onApply={applyAgain} onDiscard={discard} />
          )}
          {!isNarrow && notices}
          <ContactLog
            id={estimate.id}
            work={page.work}
            save={save}
            mainChannel={reach.channel}
            openRef={logContact}
            hasKeys={enabled}
          />
          <WorkPanel
            id={estimate.id}
            work={work}
            assignees={assignees}
            save={save}
            statusRef={status}
            hasKeys={enabled}
          />
          <NoteForm id={estimate.id} save={save} />
          <div className={styles.rare}>
            {!work.quarantine && <MarkAsSpam save={save} />}
            <ErasePerson id={estimate.id} />
          </div>
        </section>
        <div className={styles.timeline}>
          <Timeline
            events={timeline}
            waiting={waiting}
            assignees={assignees}
            onWithdraw={(contactId) => void save({ kind: 'withdrawn', contactId })}
          />
        </div>
      </article>
      {printing && <PrintSheet page={page} />}
      <ShortcutsDialog ref={dialog} enabled={enabled} onEnabled={enable} />
    </>
  )
}

function SheetHeader({ headingId, page, work }: { headingId: string; page: EstimateDetail; work: EstimateWork }) {
  const { estimate } = page
  return (
    <header className={styles.header}>
      <h2 id={headingId} className={styles.name}>
        <bdi>{estimate.name}</bdi>
      </h2>
      <EstimateBadges urgent={estimate.urgent} source={estimate.source} {...work} />
      <p className={styles.reference}>
        {estimate.reference}, submitted{' '}
        <time dateTime={estimate.createdAt}>{formatExactTime(new Date(estimate.createdAt))}</time> (New York)
      </p>
      <ContactLinks email={estimate.email} phone={estimate.phone} place={estimate.location} />
      <EarlierEstimatesList earlier={page.earlier} />
    </header>
  )
}

function useSheetKeys(estimate: EstimateDetail['estimate']) {
  const newer = useRef<HTMLAnchorElement>(null)
  const older = useRef<HTMLAnchorElement>(null)
  const status = useRef<HTMLButtonElement>(null)
  const logContact = useRef<() => void>(undefined)
  const dialog = useRef<HTMLDialogElement>(null)
  const showShortcuts = () => dialog.current?.showModal()
  const { enabled, enable } = useShortcuts({
    n: () => older.current?.click(),
    p: () => newer.current?.click(),
    c: () => logContact.current?.(),
    s: () => status.current?.focus(),
    '?': showShortcuts,
  })

  useSheetActions({
    estimate,
    next: () => older.current?.click(),
    previous: () => newer.current?.click(),
    showShortcuts,
    hasKeys: enabled,
  })

  return { newer, older, status, logContact, dialog, showShortcuts, enabled, enable }
}

function getNotices({ estimate, timeline }: EstimateDetail, work: EstimateWork, save: Save): ReactElement[] {
  const toFormer = confirmationToFormerAddress(timeline)
  return [
    ...(work.quarantine ? [<QuarantineNotice key="set aside" quarantine={work.quarantine} save={save} />] : []),
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
    ...(toFormer !== undefined && estimate.email !== '' && !work.quarantine
      ? [
          <EmailAgainNotice
            key={toFormer}
            estimateId={estimate.id}
            messageId={toFormer}
            title="The confirmation went to the former address"
            text={`The email address was corrected afterwards. Nothing was sent to ${estimate.email} yet.`}
            button="Send the confirmation to the new address"
          />,
        ]
      : []),
  ]
}

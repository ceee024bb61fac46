import { Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { MailIcon, PhoneIcon, PinIcon } from '#client/components/icons.tsx'
import { api, type EstimateDetail } from '#client/lib/api.ts'
import { completedStatus } from '#shared/estimates/estimate-status.ts'
import type { EstimateWork } from '#shared/estimates/estimate-work.ts'
import { optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { maxProposals } from '#shared/estimates/written-proposals.ts'
import { formatDay, formatWholeNumber } from '#shared/formatting.ts'
import { isAllowed } from '#shared/permissions.ts'
import { readPhoneNumber } from '#shared/phone-numbers.ts'
import { queryOptions } from '../layout/query-options.ts'
import { usePageActions, useStaff } from '../layout/staff-context.ts'
import { tabDraft } from '../layout/tab-drafts.ts'
import { useBelow } from '../layout/use-breakpoint.ts'
import { usePrinting } from '../layout/use-printing.ts'
import { BestTimeBadge } from '../ui/badges.tsx'
import { mailHref } from '../ui/contact-button.tsx'
import { mapHref } from '../ui/map-href.ts'
import { capitalized, capitalizedStatus } from '../ui/work-labels.ts'
import { ContactLog, NoteForm } from './composer.tsx'
import { DetailBar } from './detail-bar.tsx'
import { EstimateDetails } from './estimate-details.tsx'
import { mainContact } from './main-contact.ts'
import { PrintSheet } from './print-sheet.tsx'
import sheet from './sheet-frame.module.css'
import { SheetFrame } from './sheet-frame.tsx'
import { type SheetKeys, useSheetKeys } from './sheet-keys.tsx'
import { Timeline } from './timeline.tsx'
import { useSaveWork } from './use-save-work.ts'
import { withChange } from './work-changes.ts'
import { getNotices, lostReason, SaveErrorNotice, SpamButton } from './work-notices.tsx'
import { WorkPanel } from './work-panel.tsx'

const ErasePersonDialog = lazy(async () => {
  const { ErasePersonDialog: component } = await import('./erase-person-dialog.tsx')
  return { default: component }
})

const WrittenProposals = lazy(async () => {
  const { WrittenProposals: component } = await import('./written-proposals.tsx')
  return { default: component }
})

const ReviewRequest = lazy(async () => {
  const { ReviewRequest: component } = await import('./review-request.tsx')
  return { default: component }
})

export function DetailSheet({ page }: { page: EstimateDetail }) {
  const { estimate, assignees, timeline } = page
  const printing = usePrinting()
  const isNarrow = useBelow('md')
  const keys = useSheetKeys(estimate)
  const saving = useSaveWork(estimate.id)
  const { save, waiting } = saving
  const work = waiting.reduce((shown, { change }) => withChange(shown, change), page.work)
  const lose = useRef<() => void>(undefined)
  const writing = useProposalWriting(estimate.id, work)
  const notices = getNotices(page, work, { save, onLose: () => lose.current?.(), onWrite: writing.onWrite })
  const earlier = <EarlierEstimates earlier={page.earlier} />
  // A phone's first window has the buttons of a notice.
  const [besideReach, aboveFacts] = isNarrow ? [null, earlier] : [earlier, null]

  return (
    <>
      <DetailBar page={page} keys={keys} />
      <SheetFrame
        page={page}
        work={work}
        about={
          <>
            <Reach estimate={estimate} isNarrow={isNarrow} />
            {besideReach}
          </>
        }
        notices={isNarrow && notices.length > 0 && <Stack gap="sm">{notices}</Stack>}
        facts={
          <Stack>
            {aboveFacts}
            <EstimateDetails page={page} />
          </Stack>
        }
        controls={
          <Controls page={page} work={work} keys={keys} saving={saving} writing={writing} loseRef={lose}>
            {!isNarrow && notices}
          </Controls>
        }
        proposals={
          (writing.isWriting || writing.written?.proposals[0]) &&
          !work.quarantine && (
            <Suspense>
              <WrittenProposals page={page} work={work} {...writing} />
            </Suspense>
          )
        }
        timeline={
          <Timeline
            events={timeline}
            waiting={waiting}
            assignees={assignees}
            onWithdraw={(contactId) => void save({ kind: 'withdrawn', contactId })}
          >
            <Stack maw="46rem">
              <ContactLog page={page} save={save} keys={keys} />
              <NoteForm id={estimate.id} save={save} />
            </Stack>
          </Timeline>
        }
      />
      {printing && <PrintSheet page={page} />}
      {keys.dialog}
    </>
  )
}

/** The written proposals, and whether one is being written. */
function useProposalWriting(id: string, work: EstimateWork) {
  // A draft that was left before it could be saved goes on.
  const [isWriting, setWriting] = useState(() => tabDraft('proposal', id).read() !== undefined)
  const { data: written, refetch } = api.proposals.list.useQuery({ id }, queryOptions)
  const [newest] = written?.proposals ?? []
  const isFull = newest?.sentAt != null && written?.proposals.length === maxProposals
  const canWrite = work.outcome === 'open' && !work.withdrawnAt && !isFull
  // A colleague may have begun a draft meanwhile, of which no page is told.
  const onWrite = canWrite && !isWriting ? () => void refetch().then(() => setWriting(true)) : undefined
  return { written, isWriting, onWrite, onClose: () => setWriting(false) }
}

type ControlsProps = {
  page: EstimateDetail
  /** Includes unsaved changes. */
  work: EstimateWork
  keys: SheetKeys
  saving: ReturnType<typeof useSaveWork>
  writing: ReturnType<typeof useProposalWriting>
  loseRef: RefObject<(() => void) | undefined>
  children: ReactNode
}

function Controls({ page, work, keys, saving, writing, loseRef, children }: ControlsProps) {
  const { estimate, assignees, timeline } = page
  const { save, saveError, discard } = saving
  const { role } = useStaff()
  return (
    <>
      {saveError && (
        <SaveErrorNotice
          saveError={saveError}
          assignees={assignees}
          visit={page.work.visit}
          save={save}
          onDiscard={discard}
        />
      )}
      {children}
      <WorkPanel
        id={estimate.id}
        location={estimate.location}
        work={work}
        assignees={assignees}
        save={save}
        keys={keys}
        lostReason={lostReason(timeline, work)}
        loseRef={loseRef}
        onWriteProposal={writing.onWrite}
        writtenProposals={writing.written?.proposals ?? []}
      />
      <Review page={page} />
      <Group gap="xs">
        {!work.quarantine && <SpamButton label="Mark as spam" save={save} />}
        {isAllowed(role, 'manageInstallation') && <ErasePerson id={estimate.id} />}
      </Group>
    </>
  )
}

/** Unsaved changes do not count, since the server decides who may be asked for a review. */
function Review({ page: { estimate, work } }: { page: EstimateDetail }) {
  if (work.status !== completedStatus || work.outcome !== 'won' || work.quarantine || work.withdrawnAt) return null
  return (
    <Suspense>
      <ReviewRequest estimate={estimate} />
    </Suspense>
  )
}

type ReachProps = { estimate: EstimateDetail['estimate']; isNarrow: boolean }

/**
 * The number to call is the page's main button, or else the address to write to. In narrow windows the bar has it, and the
 * number shares a row with the map.
 */
function Reach({ estimate, isNarrow }: ReachProps) {
  const { email, phone, location, bestTime } = estimate
  const number = phone === null ? undefined : readPhoneNumber(phone)
  const main = mainContact(estimate)
  const Icon = main.channel === 'call' ? PhoneIcon : MailIcon
  const map = (
    <li>
      <Button
        component="a"
        href={mapHref(location)}
        target="_blank"
        rel="noopener noreferrer"
        variant="default"
        leftSection={<PinIcon />}
      >
        Map
      </Button>
    </li>
  )
  return (
    <Group gap="xs" component="ul">
      {main.href && (
        <li>
          <Button component="a" href={main.href} variant={isNarrow ? 'default' : 'filled'} leftSection={<Icon />}>
            <span>
              {main.channel === 'call' && !isNarrow && 'Call '}
              <bdi className={sheet.written}>{main.text}</bdi>
            </span>
          </Button>
        </li>
      )}
      {number?.textHref && (
        <li>
          <Button component="a" href={number.textHref} variant="default">
            Text
          </Button>
        </li>
      )}
      {isNarrow && map}
      {number && !number.href && <li>{number.text}</li>}
      {bestTime && (
        <li>
          <BestTimeBadge bestTime={bestTime} />
        </li>
      )}
      {email === '' && <li>No email</li>}
      {email !== '' && main.channel === 'call' && (
        <li>
          <Button component="a" href={mailHref(email)} variant="default" leftSection={<MailIcon />}>
            <bdi className={sheet.written}>{email}</bdi>
          </Button>
        </li>
      )}
      {!isNarrow && map}
    </Group>
  )
}

/** Only a hint, since people may share an email address or phone number. */
function EarlierEstimates({ earlier: { total, items } }: Pick<EstimateDetail, 'earlier'>) {
  if (total === 0) return null
  const unnamed = total - items.length
  return (
    <Group gap="xs">
      <p>{`${formatWholeNumber(total)} earlier ${total === 1 ? 'request' : 'requests'}`}</p>
      <Group gap="xs" component="ul">
        {items.map(({ id, createdAt, projectType, status, outcome }) => (
          <li key={id}>
            <Button
              variant="default"
              radius={22}
              fz="sm"
              fw={500}
              renderRoot={(props) => <Link to="/admin/estimates/$id" params={{ id }} {...props} />}
            >
              {[
                formatDay(new Date(createdAt)),
                optionLabel(projectTypes, projectType),
                outcome === 'open' ? capitalizedStatus(status) : capitalized(outcome),
              ].join(' · ')}
            </Button>
          </li>
        ))}
        {unnamed > 0 && <li>{`and ${formatWholeNumber(unnamed)} more`}</li>}
      </Group>
    </Group>
  )
}

function ErasePerson({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  usePageActions([{ label: 'Personal data', words: 'erase delete export copy privacy', isMinor: true, run: open }])
  return (
    <>
      <Button variant="default" onClick={open}>
        Personal data…
      </Button>
      {isOpen && (
        <Suspense>
          <ErasePersonDialog id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

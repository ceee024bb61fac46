import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFocusBack } from '#client/components/use-focus-back.ts'
import { api, type EstimateDetail, type Proposals } from '#client/lib/api.ts'
import { failureMessage } from '#client/lib/api-error.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import type { EstimateWork } from '#shared/estimates/estimate-work.ts'
import {
  maxProposals,
  proposalTotal,
  type WrittenProposal,
  type WrittenProposalState,
  writtenProposalState,
} from '#shared/estimates/written-proposals.ts'
import { formatCents } from '#shared/formatting.ts'
import badge from '../ui/badge.module.css'
import { FoldedText } from '../ui/estimate-texts.tsx'
import { ErrorText } from '../ui/form.tsx'
import { dayLabel, proposalAnswerText, weekdayLabel } from '../ui/work-labels.ts'
import { undeliveredState } from './email-events.ts'
import { ProposalWriter, useChangeWork } from './proposal-writer.tsx'
import sheet from './sheet-frame.module.css'
import { copy } from './sheet-keys.tsx'
import { toDay } from './use-proposal-draft.ts'
import styles from './written-proposals.module.css'

type WrittenProposalsProps = {
  page: EstimateDetail
  /** Includes unsaved changes. */
  work: EstimateWork
  /** It is undefined while they load. */
  written: Proposals | undefined
  isWriting: boolean
  /** Undefined while one is written, and where none can be sent. */
  onWrite: (() => void) | undefined
  onClose: () => void
}

/** The proposals that were written here, newest first, and the form for the next one. */
export function WrittenProposals(props: WrittenProposalsProps) {
  const { page, work, written, isWriting, onWrite, onClose } = props
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [done, setDone] = useState<string>()
  const proposals = written?.proposals ?? []
  const draft = proposals.find(({ sentAt }) => sentAt === null)
  const sent = proposals.find(({ sentAt }) => sentAt !== null)
  const writeLabel = sent ? 'Write a new version' : 'Write proposal'
  const listed = proposals.filter((one) => !isWriting || one !== draft)

  /** What was pressed is gone. */
  function say(text?: string): void {
    setDone(text)
    const place = heading.current ?? document.querySelector<HTMLElement>('main')
    place?.focus({ preventScroll: true })
    heading.current?.closest('section')?.scrollIntoView({ block: 'start' })
  }

  function finish(text?: string): void {
    // The form is as high as the window, and without any proposal all of this is gone.
    flushSync(onClose)
    say(text)
  }

  return (
    <Paper component="section" className={sheet.part} aria-labelledby={headingId}>
      <Stack>
        <Title id={headingId} ref={heading} tabIndex={-1} size="h2">
          {isWriting ? writeLabel : 'Written proposals'}
        </Title>
        {isWriting && !written && <p role="status">Loading…</p>}
        {isWriting && written && (
          <ProposalWriter
            page={page}
            labelId={headingId}
            work={work}
            draft={draft}
            sent={sent}
            link={written.link}
            onClose={finish}
          />
        )}
        <p role="status" className={done && !isWriting ? styles.done : 'unseen'}>
          {!isWriting && done}
        </p>
        {!draft && proposals.length >= maxProposals && (
          <Text size="sm">{`${maxProposals} proposals were sent, which is the most for one request.`}</Text>
        )}
        {listed.length > 0 && (
          <Stack component="ul" aria-label="Written proposals" className={isWriting ? styles.earlier : undefined}>
            {listed.map((proposal) => (
              <ProposalRow
                key={proposal.id}
                page={page}
                proposal={proposal}
                later={proposals.findLast(
                  ({ number, sentAt, withdrawnAt }) => number > proposal.number && sentAt && !withdrawnAt,
                )}
                link={written?.link ?? null}
                onWithdrawn={() => say(`Proposal ${proposal.number} withdrawn.`)}
                onWrite={proposal === (draft ?? sent) ? onWrite : undefined}
              />
            ))}
          </Stack>
        )}
      </Stack>
    </Paper>
  )
}

type ProposalRowProps = {
  page: EstimateDetail
  proposal: WrittenProposal
  /** The one that has replaced it. */
  later: WrittenProposal | undefined
  link: string | null
  onWithdrawn: () => void
  /** Undefined where it cannot be gone on with. */
  onWrite: (() => void) | undefined
}

const stateLabels: Readonly<Record<WrittenProposalState, [label: string, look: string | undefined]>> = {
  draft: ['Draft', badge.other],
  sent: ['Sent', badge.new],
  opened: ['Opened', badge.in_progress],
  accepted: ['Accepted', badge.completed],
  changes: ['Changes asked for', badge.due],
  declined: ['Declined', badge.other],
  expired: ['Expired', badge.other],
  withdrawn: ['Withdrawn', badge.other],
  replaced: ['Replaced', badge.other],
}

function ProposalRow({ page: { estimate, timeline }, proposal, later, link, onWithdrawn, onWrite }: ProposalRowProps) {
  const { id, number, lines, answer, sentAt } = proposal
  const nameId = useId()
  const questionId = useId()
  const utils = api.useUtils()
  const changeWork = useChangeWork(estimate.id)
  const [asking, setAsking] = useState(false)
  const withdrawButton = useFocusBack(asking)
  const [failure, setFailure] = useState<string>()
  const state = writtenProposalState(proposal, later !== undefined, toDay())
  const [label, look] = (state === 'sent' && emailBadge(timeline, sentAt)) || stateLabels[state]
  const isCurrent = sentAt !== null && state !== 'withdrawn' && state !== 'replaced'
  const text = answer && proposalAnswerText(answer, proposal.answerText)

  async function withdraw(): Promise<void> {
    setFailure(undefined)
    setAsking(false)
    try {
      await changeWork((version) =>
        utils.client.proposals.withdraw.mutate({ id: estimate.id, version, proposalId: id }),
      )
      onWithdrawn()
    } catch (error) {
      setFailure(`Not withdrawn. ${failureMessage(error)}`)
    }
  }

  return (
    <Stack component="li" gap={6} aria-labelledby={nameId}>
      <Group gap="xs">
        <p id={nameId}>
          <b>Proposal {number}</b>, {formatCents(proposalTotal(lines))}
        </p>
        <span className={`${badge.badge} ${look}`}>{label}</span>
      </Group>
      <Text size="sm" c="dimmed">
        {history(proposal, later)}
      </Text>
      {text && answer !== 'accepted' && (
        <FoldedText label={`the answer to proposal ${number}`} className={sheet.written}>
          {answer === 'declined' ? `Reason: ${text}` : text}
        </FoldedText>
      )}
      {failure && <ErrorText>{failure}</ErrorText>}
      <Group gap="xs">
        {onWrite && (
          <Button variant="default" onClick={onWrite}>
            {sentAt ? 'Write a new version…' : 'Go on writing…'}
          </Button>
        )}
        <Button component="a" variant="default" href={`/preview/${id}`} target="_blank" rel="noopener">
          Preview
        </Button>
        {isCurrent && link && (
          <Button variant="default" onClick={() => void copy('Link', link)}>
            Copy link
          </Button>
        )}
        {isCurrent && !asking && (
          <Button ref={withdrawButton} variant="default" onClick={() => setAsking(true)}>
            Withdraw…
          </Button>
        )}
      </Group>
      {asking && (
        <Group gap="xs">
          <p id={questionId}>Withdraw this proposal? The customer can then no longer see or accept it.</p>
          <Button autoFocus variant="default" aria-describedby={questionId} onClick={() => void withdraw()}>
            Withdraw
          </Button>
          <Button variant="default" onClick={() => setAsking(false)}>
            Keep it
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** Says that the email of a proposal has not reached the customer. */
function emailBadge(
  timeline: EstimateDetail['timeline'],
  sentAt: string | null,
): [label: string, look: string | undefined] | undefined {
  const state = sentAt ? undeliveredState(timeline, sentAt) : undefined
  if (state === 'failed') return ['Sent, not delivered', badge.urgent]
  return state === 'saved' ? ['Saved to a file', badge.due] : undefined
}

/** For instance “Sent Tue, Nov 24. Opened Wed, Nov 25. Valid until Dec 24, 2026.” */
function history(proposal: WrittenProposal, later: WrittenProposal | undefined): string {
  const { sentAt, openedAt, withdrawnAt, answer, answerText, answeredAt, validUntil } = proposal
  if (sentAt === null) return `Not sent yet. Valid until ${dayLabel(validUntil)}.`
  const on = (label: string, at: string | null) => (at ? [`${label} ${weekdayLabel(newYorkDay(new Date(at)))}`] : [])
  const isOver = toDay() > validUntil
  const by = answer === 'accepted' && answerText ? ` by “${answerText}”` : ''
  return [
    ...on('Sent', sentAt),
    ...on('Opened', openedAt),
    ...on(answer ? stateLabels[answer][0] : '', answeredAt).map((part) => part + by),
    ...on('Withdrawn', withdrawnAt),
    ...(later && !withdrawnAt ? [`Replaced by proposal ${later.number}`] : []),
    ...(answer === 'accepted' || later || withdrawnAt
      ? []
      : [`${isOver ? 'Was valid' : 'Valid'} until ${dayLabel(validUntil)}`]),
  ]
    .map((part) => `${part}.`)
    .join(' ')
}

import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Input,
  Paper,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CloseIcon } from '#client/components/icons.tsx'
import { useFocusBack } from '#client/components/use-focus-back.ts'
import { api, type EstimateDetail, type WorkState } from '#client/lib/api.ts'
import { failureMessage } from '#client/lib/api-error.ts'
import { emailsGoToFiles } from '#client/lib/page-hints.ts'
import type { EstimateWork } from '#shared/estimates/estimate-work.ts'
import { maxCents } from '#shared/estimates/proposals.ts'
import {
  maxProposalLines,
  proposalTexts,
  proposalTotal,
  type WrittenProposal,
} from '#shared/estimates/written-proposals.ts'
import { formatCents } from '#shared/formatting.ts'
import { LeaveDialog } from '../layout/leave-dialog.tsx'
import { ErrorText } from '../ui/form.tsx'
import { isComposing } from '../ui/keys.ts'
import { outcomeLabels } from '../ui/work-labels.ts'
import { readCents } from './proposal-form.tsx'
import { copy } from './sheet-keys.tsx'
import { fileSize } from './upload-pdf.ts'
import { emptyLine, isBlank, type ProposalValues, toDay, toDraft, useProposalDraft } from './use-proposal-draft.ts'
import { useUpdateCache } from './use-save-work.ts'
import styles from './written-proposals.module.css'

type ProposalWriterProps = {
  page: EstimateDetail
  /** The heading with this id names the form. */
  labelId: string
  /** Includes unsaved changes. */
  work: EstimateWork
  draft: WrittenProposal | undefined
  /** It is the newest one that was sent. */
  sent: WrittenProposal | undefined
  /** It leads to the customer's page. */
  link: string | null
  /** @param done says what has happened */
  onClose: (done?: string) => void
}

/** Writes a proposal line by line, and sends it. Nothing but its button sends it. */
export function ProposalWriter(props: ProposalWriterProps) {
  const { page, labelId, draft, sent, onClose } = props
  const form = useRef<HTMLFormElement>(null)
  const writer = useProposalDraft(page.estimate.id, { draft, sent })
  const { state } = writer
  const { values } = writer.form
  const total = proposalTotal(toDraft(values, values.validUntil).lines)

  const isStale = state === 'stale'
  // The first line gets the focus, also when the buttons of the notice are gone.
  useEffect(() => {
    if (isStale) return
    form.current?.querySelector('textarea')?.focus({ preventScroll: true })
    form.current?.closest('section')?.scrollIntoView({ block: 'start' })
  }, [isStale])

  return (
    <form ref={form} aria-labelledby={labelId} onSubmit={(event) => event.preventDefault()}>
      <LeaveDialog isUnsaved={() => (state === 'failed' || isStale) && writer.isUnsaved()} />
      <Stack>
        {isStale && <StaleNotice writer={writer} onClose={onClose} />}
        <ProposalFields writer={writer} total={total} hasEmail={page.estimate.email !== ''} />
        {state === 'failed' && (
          <div className={styles.failed}>
            <ErrorText>{`Draft not saved. ${failureMessage(writer.error)} What you typed stays here, and your next change saves it.`}</ErrorText>
          </div>
        )}
        <SendButtons {...props} writer={writer} total={total} />
      </Stack>
    </form>
  )
}

type Writer = ReturnType<typeof useProposalDraft>

function ProposalFields({ writer, total, hasEmail }: { writer: Writer; total: number; hasEmail: boolean }) {
  const { getInputProps } = writer.form
  return (
    <>
      <Lines form={writer.form} total={total} />
      <Textarea
        label="Note (optional)"
        rows={3}
        maxLength={proposalTexts.note}
        placeholder="What is included, and how you will work"
        {...getInputProps('note')}
      />
      <div className={styles.fields}>
        <TextInput
          label="Start (optional)"
          maxLength={proposalTexts.starts}
          placeholder="Early March"
          {...getInputProps('starts')}
        />
        <TextInput
          label="Duration (optional)"
          maxLength={proposalTexts.duration}
          placeholder="About six weeks"
          {...getInputProps('duration')}
        />
        <TextInput label="Valid until" type="date" min={toDay()} {...getInputProps('validUntil')} />
      </div>
      <PdfField writer={writer} />
      {hasEmail && (
        <Checkbox
          label="Remind the customer once after three business days"
          {...getInputProps('remind', { type: 'checkbox' })}
        />
      )}
    </>
  )
}

type SendButtonsProps = ProposalWriterProps & { writer: Writer; total: number }

function SendButtons(props: SendButtonsProps) {
  const { page, work, link, writer, total, onClose } = props
  const { name, email } = page.estimate
  const { proposal, state } = writer
  const problemId = useId()
  const { refusal, isSending, send, discard } = useSend(props)
  const draftProblem = sendProblem(writer.form.values, { work, name, total })
  const problem = draftProblem ?? emailProblem(name, email)
  const isBusy = isSending || state === 'stale'
  return (
    <Stack gap="xs">
      {refusal && state !== 'failed' && <ErrorText>{`Not done. ${refusal}`}</ErrorText>}
      {problem && (
        <Text id={problemId} size="sm">
          {problem}
        </Text>
      )}
      <Group gap="xs">
        <Button
          aria-disabled={Boolean(problem) || isBusy}
          aria-describedby={problem && problemId}
          onClick={() => !problem && void send(false)}
        >
          {isSending ? 'Sending…' : `Send to ${name}, ${formatCents(total)}`}
        </Button>
        {email === '' && link && (
          <Button
            variant="default"
            aria-disabled={Boolean(draftProblem) || isBusy}
            aria-describedby={draftProblem && problemId}
            onClick={() => !draftProblem && void send(true)}
          >
            Mark sent, and copy the link
          </Button>
        )}
        {proposal && <PreviewLink proposal={proposal} isUnsaved={state !== 'saved'} save={writer.save} />}
        <Button variant="default" onClick={() => onClose()}>
          Close
        </Button>
        <DiscardButton onDiscard={() => void discard()} />
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {state === 'saved' && proposal && 'Draft saved.'}
      </Text>
    </Stack>
  )
}

/** Sends the draft or discards it, and says why either was refused. */
function useSend({ page, link, writer, onClose }: SendButtonsProps) {
  const { id, name } = page.estimate
  const utils = api.useUtils()
  const changeWork = useChangeWork(id)
  const [refusal, setRefusal] = useState<string>()
  const [isSending, setSending] = useState(false)

  /** @returns what has happened */
  async function sendSaved(withoutEmail: boolean): Promise<string> {
    const { id: proposalId, revision } = await writer.save()
    const saved = { id, proposalId, revision, ...(withoutEmail ? { withoutEmail } : {}) }
    await changeWork((version) => utils.client.proposals.send.mutate({ ...saved, version }))
    if (!withoutEmail)
      return emailsGoToFiles() ? `Proposal saved to a file, not sent to ${name}.` : `Proposal sent to ${name}.`
    if (link) await copy('Link', link)
    return `Proposal marked as sent. Give ${name} the link.`
  }

  function end(done: string): void {
    writer.end()
    onClose(done)
  }

  async function send(withoutEmail: boolean): Promise<void> {
    if (isSending || writer.state === 'stale') return
    setSending(true)
    setRefusal(undefined)
    try {
      end(await sendSaved(withoutEmail))
    } catch (error) {
      const message = failureMessage(error)
      const saved = utils.proposals.list.getData({ id })?.proposals.find((one) => one.id === writer.proposal?.id)
      if (saved?.sentAt) end(message)
      else setRefusal(message)
      setSending(false)
    }
  }

  async function discard(): Promise<void> {
    try {
      if (writer.proposal || writer.state === 'saving') {
        const { id: proposalId, revision } = await writer.save()
        await utils.client.proposals.discard.mutate({ id, proposalId, revision })
      }
      writer.end()
      await utils.proposals.list.invalidate({ id })
      onClose('Draft discarded.')
    } catch (error) {
      setRefusal(failureMessage(error))
    }
  }

  return { refusal, isSending, send, discard }
}

function DiscardButton({ onDiscard }: { onDiscard: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const button = useFocusBack(isAsking)
  if (!isAsking)
    return (
      <Button ref={button} variant="subtle" color="ink" px={0} onClick={() => setAsking(true)}>
        Discard draft…
      </Button>
    )
  return (
    <Group gap="xs" w="100%">
      <p>Discard this draft? This can’t be undone.</p>
      <Button autoFocus variant="default" onClick={onDiscard}>
        Discard
      </Button>
      <Button variant="default" onClick={() => setAsking(false)}>
        Keep it
      </Button>
    </Group>
  )
}

/** Changes the request in the version that the page shows, and then shows what is so. */
export function useChangeWork(id: string) {
  const utils = api.useUtils()
  const updateCache = useUpdateCache(id)
  return async (change: (version: number) => Promise<WorkState>): Promise<void> => {
    try {
      await updateCache(await change(utils.estimates.get.getData({ id })?.work.version ?? 1))
    } catch (error) {
      void utils.estimates.get.invalidate({ id })
      throw error
    } finally {
      await utils.proposals.list.invalidate({ id })
    }
  }
}

type About = { work: EstimateWork; name: string; total: number }

function emailProblem(name: string, email: string): string | undefined {
  if (email !== '') return undefined
  return `${name} has no email address. Add one with Edit details, or mark the proposal as sent and pass the link on yourself.`
}

/** @returns why the proposal cannot be sent yet, also without an email */
export function sendProblem({ lines, validUntil }: ProposalValues, { work, name, total }: About): string | undefined {
  const unfinished = lines.findIndex(
    (line) => !isBlank(line) && (line.text.trim() === '' || readCents(line.amount) === undefined),
  )
  const line = lines[unfinished]
  if (work.outcome !== 'open') return `This request is ${outcomeLabels[work.outcome]}. Set its outcome to Open first.`
  if (work.withdrawnAt) return 'The customer has withdrawn this request.'
  if (work.firstContactAt === null) return `Nobody has contacted ${name} yet. Log the contact first.`
  if (line) return `Line ${unfinished + 1} still needs ${line.text.trim() === '' ? 'a text' : 'an amount'}.`
  if (total === 0) return 'Add what you do, and what it costs.'
  if (total > maxCents) return `The total can be at most ${formatCents(maxCents)}.`
  if (validUntil === '') return 'Choose the day until which it is valid.'
  return validUntil < toDay() ? '“Valid until” is in the past. Choose a later day.' : undefined
}

function Lines({ form, total }: { form: Writer['form']; total: number }) {
  const labelId = useId()
  const { lines } = form.values
  const isFull = lines.length >= maxProposalLines
  const focus = (path: string) => form.getInputNode(path)?.focus()

  function add(): void {
    if (isFull) return
    // What is typed next is in the new line.
    flushSync(() => form.insertListItem('lines', emptyLine))
    focus(`lines.${lines.length}.text`)
  }

  function remove(index: number): void {
    flushSync(() => form.removeListItem('lines', index))
    focus(`lines.${Math.min(index, lines.length - 2)}.text`)
  }

  /** Enter leads on through the lines, and adds one after the last. */
  function goOn(event: KeyboardEvent, index: number, field: 'text' | 'amount'): void {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    if (field === 'text') focus(`lines.${index}.amount`)
    else if (index + 1 < lines.length) focus(`lines.${index + 1}.text`)
    else add()
  }

  return (
    <Stack gap="xs">
      <Input.Label component="p" id={labelId}>
        What you do, and what it costs
      </Input.Label>
      <ol className={styles.lines} aria-labelledby={labelId}>
        {lines.map((_line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and their fields no state of their own
          <li key={index} className={styles.line}>
            <Textarea
              aria-label={`Line ${index + 1}`}
              rows={1}
              autoComplete="off"
              enterKeyHint="next"
              maxLength={proposalTexts.line}
              placeholder={index === 0 ? 'Kitchen cabinets, installed' : undefined}
              {...form.getInputProps(`lines.${index}.text`)}
              onKeyDown={(event) => goOn(event, index, 'text')}
            />
            <TextInput
              aria-label={`Amount of line ${index + 1} in $`}
              className={styles.amount}
              leftSection="$"
              inputMode="decimal"
              autoComplete="off"
              enterKeyHint="next"
              placeholder={index === 0 ? '12,400' : undefined}
              {...form.getInputProps(`lines.${index}.amount`)}
              onKeyDown={(event) => goOn(event, index, 'amount')}
            />
            {lines.length > 1 && (
              <ActionIcon aria-label={`Remove line ${index + 1}`} onClick={() => remove(index)}>
                <CloseIcon />
              </ActionIcon>
            )}
          </li>
        ))}
      </ol>
      <Group justify="space-between">
        <Button variant="default" aria-disabled={isFull} onClick={add}>
          Add a line
        </Button>
        <p className={styles.total}>
          Total <b>{formatCents(total)}</b>
        </p>
      </Group>
    </Stack>
  )
}

function PdfField({ writer }: { writer: Writer }) {
  const fieldId = useId()
  const [refused, setRefused] = useState<string>()
  const [uploading, setUploading] = useState<File>()
  const field = useRef<HTMLDivElement>(null)
  const file = writer.proposal?.file
  const shown = useRef(file?.id)

  // The control that had the focus is gone.
  useEffect(() => {
    if (shown.current === file?.id) return
    shown.current = file?.id
    if (document.activeElement === document.body) field.current?.querySelector<HTMLElement>('button, input')?.focus()
  }, [file?.id])

  async function upload(chosen: File): Promise<void> {
    if (uploading) return
    setRefused(undefined)
    setUploading(chosen)
    setRefused(await writer.addFile(chosen))
    setUploading(undefined)
  }

  return (
    <Input.Wrapper
      ref={field}
      id={fieldId}
      label="PDF (optional)"
      labelElement={file ? 'div' : 'label'}
      description={file ? undefined : 'The customer can download it. At most 10 MB.'}
      error={refused}
    >
      {file && (
        <Group gap="xs">
          <p className={styles.file}>
            {file.name}, {fileSize(file.bytes)}
          </p>
          <Button variant="default" onClick={() => void writer.removeFile().catch(() => undefined)}>
            Remove<span className="unseen"> the PDF</span>
          </Button>
        </Group>
      )}
      <p role="status" className={styles.file}>
        {uploading && `Uploading ${uploading.name}, ${fileSize(uploading.size)}…`}
      </p>
      {!file && (
        <input
          id={fieldId}
          type="file"
          accept="application/pdf,.pdf"
          aria-invalid={refused !== undefined || undefined}
          aria-describedby={refused ? `${fieldId}-error` : `${fieldId}-description`}
          className={styles.pick}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? []
            // Otherwise the same file could not be chosen again.
            currentTarget.value = ''
            if (chosen) void upload(chosen)
          }}
        />
      )}
    </Input.Wrapper>
  )
}

type PreviewLinkProps = {
  proposal: WrittenProposal
  isUnsaved: boolean
  save: Writer['save']
}

/** Opens the customer's page with the draft, which is saved before. */
function PreviewLink({ proposal, isUnsaved, save }: PreviewLinkProps) {
  const address = `/preview/${proposal.id}`
  return (
    <Button
      component="a"
      variant="default"
      href={address}
      target="_blank"
      rel="noopener"
      onClick={(event) => {
        if (!isUnsaved) return
        event.preventDefault()
        save().then(
          () => window.open(address, '_blank', 'noopener'),
          // The form says that the draft is not saved.
          () => undefined,
        )
      }}
    >
      Preview
    </Button>
  )
}

/** The user decides which of two drafts counts, and loses neither before. */
function StaleNotice({ writer, onClose }: { writer: Writer; onClose: (done?: string) => void }) {
  const [failure, setFailure] = useState<string>()
  const attempt = (work: () => Promise<unknown>) => {
    setFailure(undefined)
    work().catch((error: unknown) => setFailure(failureMessage(error)))
  }
  return (
    <Paper p="md" className={styles.stale}>
      <Stack gap="xs">
        <div role="alert">
          <Title mb={6}>Somebody else changed this proposal</Title>
          <p>{failureMessage(writer.error)} What you typed is still here.</p>
        </div>
        {failure && <ErrorText>{failure}</ErrorText>}
        <Group gap="xs">
          <Button
            variant="default"
            onClick={() =>
              attempt(async () => {
                if (await writer.loadTheirs()) return
                writer.end()
                onClose('The draft is gone.')
              })
            }
          >
            Load theirs
          </Button>
          <Button variant="default" onClick={() => attempt(writer.keepMine)}>
            Keep mine
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

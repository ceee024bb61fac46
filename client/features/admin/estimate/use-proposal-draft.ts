import { useForm } from '@mantine/form'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { showError } from '#client/components/toasts.tsx'
import { afterPress } from '#client/lib/after-press.ts'
import { api } from '#client/lib/api.ts'
import { errorCode, failureMessage } from '#client/lib/api-error.ts'
import { readUuid } from '#client/lib/device-storage.ts'
import { calendarDay } from '#shared/calendar-day-schema.ts'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import { type ProposalDraft, proposalValidDays, type WrittenProposal } from '#shared/estimates/written-proposals.ts'
import { formatCents } from '#shared/formatting.ts'
import { tabDraft } from '../layout/tab-drafts.ts'
import { readCents } from './proposal-form.tsx'
import { uploadPdf } from './upload-pdf.ts'

const valuesSchema = z.object({
  lines: z.array(z.object({ text: z.string(), amount: z.string() })).check(z.minLength(1)),
  note: z.string(),
  starts: z.string(),
  duration: z.string(),
  validUntil: z.string(),
  remind: z.boolean(),
})

/** What the form holds: amounts as they are typed. */
export type ProposalValues = z.infer<typeof valuesSchema>

export const emptyLine = { text: '', amount: '' }
const blank = { lines: [emptyLine], note: '', starts: '', duration: '', remind: true }

export function toDay(): string {
  return newYorkDay(new Date(Date.now()))
}

function toValues({ lines, note, starts, duration, validUntil, remind }: ProposalDraft): ProposalValues {
  const typed = lines.map(({ text, cents }) => ({ text, amount: cents === null ? '' : formatCents(cents).slice(1) }))
  return { lines: typed, note, starts, duration, validUntil, remind }
}

export function isBlank({ text, amount }: ProposalValues['lines'][number]): boolean {
  return text.trim() === '' && amount.trim() === ''
}

/** Blank lines are left out. A day that is not one is kept only by the form. */
export function toDraft({ lines, ...others }: ProposalValues, lastDay: string): ProposalDraft {
  const written = lines.filter((line) => !isBlank(line))
  return {
    ...others,
    lines: (written.length > 0 ? written : [emptyLine]).map(({ text, amount }) => ({
      // A line that was pasted may have several.
      text: text.trim().replaceAll(/\s*\n\s*/g, ' '),
      cents: readCents(amount) ?? null,
    })),
    validUntil: calendarDay.safeParse(others.validUntil).success ? others.validUntil : lastDay,
  }
}

type Start = {
  /** The draft that the server has. */
  readonly draft: WrittenProposal | undefined
  /** The newest one that was sent, whose text a new version begins with. */
  readonly sent: WrittenProposal | undefined
}

type DraftState = {
  /** As it was saved last; undefined before that. */
  readonly proposal: WrittenProposal | undefined
  /** `failed` is tried again with the next change, `stale` is for the user to decide. */
  readonly state: 'saved' | 'unsaved' | 'saving' | 'uploading' | 'failed' | 'stale'
  /** Why the last save failed. */
  readonly error?: unknown
}

const saveAfterMs = 1_000

/**
 * A proposal that is saved as it is typed, one save at a time. What is not saved yet stays in this tab, also after the page
 * was left.
 */
export function useProposalDraft(id: string, { draft, sent }: Start) {
  const utils = api.useUtils()
  const [kept] = useState(() => tabDraft('proposal', id))
  const [stored] = useState(() => {
    const fields = kept.read() ?? {}
    const { data } = valuesSchema.safeParse(fields.values)
    const revision = typeof fields.revision === 'number' ? fields.revision : 0
    return data && { values: data, proposalId: readUuid(fields.proposalId), revision }
  })
  const [initialValues] = useState((): ProposalValues => {
    if (stored) return stored.values
    const validUntil = addDays(toDay(), proposalValidDays)
    return draft ? toValues(draft) : { ...blank, ...(sent ? toValues(sent) : {}), remind: true, validUntil }
  })
  const form = useForm<ProposalValues>({
    initialValues,
    validate: {
      lines: {
        amount: (text) => (text.trim() !== '' && readCents(text) === undefined ? 'Write it like 1,250.50.' : null),
      },
      validUntil: (day) => (calendarDay.safeParse(day).success ? null : 'Please choose a day.'),
    },
    enhanceGetInputProps: ({ field, inputProps: { value }, form: { setFieldValue, validateField } }) => ({
      onBlur: () => {
        const cents = String(field).endsWith('.amount') ? readCents(value) : undefined
        if (cents !== undefined) setFieldValue(field, formatCents(cents).slice(1))
        afterPress(() => void validateField(field))
      },
    }),
  })
  const [shown, setShown] = useState<DraftState>(() => ({
    // The server refuses what somebody else has changed or begun meanwhile.
    proposal:
      stored && draft ? (stored.proposalId === draft.id ? { ...draft, revision: stored.revision } : undefined) : draft,
    state: stored || (sent && !draft) ? 'unsaved' : 'saved',
  }))
  const latest = useRef(shown)
  const typed = JSON.stringify(form.values)
  const saved = useRef(shown.state === 'saved' ? typed : '')
  const turn = useRef<Promise<unknown>>(Promise.resolve())

  function update(change: Partial<DraftState>): void {
    latest.current = { ...latest.current, error: undefined, ...change }
    setShown(latest.current)
  }

  /** Each save names the revision that the one before it has made. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = turn.current.then(work)
    turn.current = done.catch(() => undefined)
    return done
  }

  function failed(error: unknown): void {
    update({ state: errorCode(error) === 'CONFLICT' ? 'stale' : 'failed', error })
  }

  function took(proposal: WrittenProposal, text: string): void {
    saved.current = text
    const isAll = JSON.stringify(form.getValues()) === text
    if (isAll) kept.write(undefined)
    update({ proposal, state: isAll ? 'saved' : 'unsaved' })
    utils.proposals.list.setData(
      { id },
      (list) => list && { ...list, proposals: [proposal, ...list.proposals.filter((one) => one.id !== proposal.id)] },
    )
  }

  async function write(): Promise<void> {
    const { proposal, state, error: conflict } = latest.current
    if (state === 'stale') throw conflict
    const values = form.getValues()
    const text = JSON.stringify(values)
    if (proposal && text === saved.current) return
    update({ state: 'saving' })
    try {
      const written = toDraft(values, proposal?.validUntil ?? initialValues.validUntil)
      const { id: proposalId = null, revision = 1 } = proposal ?? {}
      took(await utils.client.proposals.save.mutate({ id, proposalId, revision, draft: written }), text)
    } catch (error) {
      failed(error)
      throw error
    }
  }

  /** Saves what is typed until then. Rejects if that fails. */
  async function save(): Promise<WrittenProposal> {
    await inTurn(write)
    const { proposal } = latest.current
    if (!proposal) throw new Error('A saved draft has an id.')
    return proposal
  }

  const isUnsaved = () => JSON.stringify(form.getValues()) !== saved.current
  const keep = useEffectEvent(() => {
    const { proposal, state } = latest.current
    const isTyped = isUnsaved()
    kept.write(isTyped ? { values: form.values, proposalId: proposal?.id, revision: proposal?.revision } : undefined)
    // What was changed back needs no save.
    if (state !== 'stale' && state !== 'saving') update({ state: isTyped ? 'unsaved' : 'saved' })
  })
  const saveQuietly = useEffectEvent(() => {
    if (isUnsaved()) void save().catch(() => undefined)
  })
  const hurry = useEffectEvent((event: Event) => {
    if (isUnsaved() && event.type === 'beforeunload') event.preventDefault()
    saveQuietly()
  })
  const leave = useEffectEvent(() => {
    if (!isUnsaved() || latest.current.state === 'stale') return
    save().catch(() =>
      showError({ title: 'Draft Not Saved', message: 'It stays in this tab. Open the request again.' }),
    )
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what is saved
  useEffect(() => {
    keep()
    const timer = setTimeout(saveQuietly, saveAfterMs)
    return () => clearTimeout(timer)
  }, [typed])

  useEffect(() => {
    const listening = new AbortController()
    const listen = (event: Event) => hurry(event)
    window.addEventListener('beforeunload', listen, listening)
    document.addEventListener('visibilitychange', listen, listening)
    window.addEventListener('online', listen, listening)
    return () => {
      listening.abort()
      leave()
    }
  }, [])

  async function readTheirs(): Promise<WrittenProposal | undefined> {
    await utils.proposals.list.invalidate({ id }, { refetchType: 'none' })
    const { proposals } = await utils.proposals.list.fetch({ id })
    return proposals.find(({ sentAt }) => sentAt === null)
  }

  return {
    form,
    ...shown,
    save,
    isUnsaved,
    /** Nothing of it is left to save. */
    end(): void {
      saved.current = JSON.stringify(form.getValues())
      kept.write(undefined)
    },
    /** @returns whether there was another draft to load */
    async loadTheirs(): Promise<boolean> {
      const theirs = await readTheirs()
      if (!theirs) return false
      form.setValues(toValues(theirs))
      took(theirs, JSON.stringify(toValues(theirs)))
      return true
    },
    async keepMine(): Promise<void> {
      const proposal = await readTheirs()
      update({ proposal, state: 'unsaved' })
      await save()
    },
    /** @returns why the file was refused */
    async addFile(file: File): Promise<string | undefined> {
      try {
        await save()
        return await inTurn(async () => {
          const { proposal } = latest.current
          if (!proposal) return undefined
          update({ state: 'uploading' })
          const { problem, ...added } = await uploadPdf(proposal, file)
          took({ ...proposal, ...added }, saved.current)
          return problem
        })
      } catch (error) {
        return failureMessage(error)
      }
    },
    async removeFile(): Promise<void> {
      const { id: proposalId } = await save()
      await inTurn(async () => {
        const { revision = 1 } = latest.current.proposal ?? {}
        try {
          took(await utils.client.proposals.removeFile.mutate({ id, proposalId, revision }), saved.current)
        } catch (error) {
          failed(error)
          throw error
        }
      })
    },
  }
}

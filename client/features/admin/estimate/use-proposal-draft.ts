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

type Begun = {
  readonly tab: ReturnType<typeof tabDraft>
  readonly values: ProposalValues
  readonly shown: DraftState
}

/** What this tab has not saved yet goes on. */
function begin(id: string, { draft, sent }: Start): Begun {
  const tab = tabDraft('proposal', id)
  const fields = tab.read() ?? {}
  const { data: stored } = valuesSchema.safeParse(fields.values)
  if (stored) {
    // The server refuses what somebody else has changed or begun meanwhile.
    const revision = typeof fields.revision === 'number' ? fields.revision : 0
    const proposal = draft && readUuid(fields.proposalId) === draft.id ? { ...draft, revision } : undefined
    return { tab, values: stored, shown: { proposal, state: 'unsaved' } }
  }
  if (draft) return { tab, values: toValues(draft), shown: { proposal: draft, state: 'saved' } }
  const validUntil = addDays(toDay(), proposalValidDays)
  const values = { ...blank, ...(sent ? toValues(sent) : {}), remind: true, validUntil }
  return { tab, values, shown: { proposal: undefined, state: sent ? 'unsaved' : 'saved' } }
}

const saveAfterMs = 1_000

/**
 * A proposal that is saved as it is typed, one save at a time. What is not saved yet stays in this tab, also after the page
 * was left.
 */
export function useProposalDraft(id: string, start: Start) {
  const utils = api.useUtils()
  const [begun] = useState(() => begin(id, start))
  const form = useProposalForm(begun.values)
  const saved = useSavedDraft(id, form, begun)
  const queue = useSaveQueue(id, form, saved, begun.values.validUntil)
  useAutoSave(JSON.stringify(form.values), saved, queue.save)

  async function readTheirs(): Promise<WrittenProposal | undefined> {
    await utils.proposals.list.invalidate({ id }, { refetchType: 'none' })
    const { proposals } = await utils.proposals.list.fetch({ id })
    return proposals.find(({ sentAt }) => sentAt === null)
  }

  return {
    form,
    ...saved.shown,
    ...queue,
    isUnsaved: saved.isUnsaved,
    end: saved.end,
    /** @returns whether there was another draft to load */
    async loadTheirs(): Promise<boolean> {
      const theirs = await readTheirs()
      if (!theirs) return false
      form.setValues(toValues(theirs))
      saved.markSaved(theirs, JSON.stringify(toValues(theirs)))
      return true
    },
    async keepMine(): Promise<void> {
      const proposal = await readTheirs()
      saved.update({ proposal, state: 'unsaved' })
      await queue.save()
    },
  }
}

type ProposalForm = ReturnType<typeof useProposalForm>

function useProposalForm(initialValues: ProposalValues) {
  return useForm<ProposalValues>({
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
}

type SavedDraft = ReturnType<typeof useSavedDraft>

/** Tells what the server has from what only this tab has. */
function useSavedDraft(id: string, form: ProposalForm, { tab, shown: first }: Begun) {
  const utils = api.useUtils()
  const [shown, setShown] = useState(first)
  const latest = useRef(shown)
  const savedText = useRef(shown.state === 'saved' ? JSON.stringify(form.values) : '')
  const isUnsaved = () => JSON.stringify(form.getValues()) !== savedText.current

  function update(change: Partial<DraftState>): void {
    latest.current = { ...latest.current, error: undefined, ...change }
    setShown(latest.current)
  }

  return {
    shown,
    latest,
    isUnsaved,
    update,
    /** @param text the values that were saved, if they were */
    markSaved(proposal: WrittenProposal, text = savedText.current): void {
      savedText.current = text
      const isAll = !isUnsaved()
      if (isAll) tab.write(undefined)
      update({ proposal, state: isAll ? 'saved' : 'unsaved' })
      utils.proposals.list.setData(
        { id },
        (list) => list && { ...list, proposals: [proposal, ...list.proposals.filter((one) => one.id !== proposal.id)] },
      )
    },
    keepInTab(): void {
      const { proposal, state } = latest.current
      const isTyped = isUnsaved()
      tab.write(isTyped ? { values: form.values, proposalId: proposal?.id, revision: proposal?.revision } : undefined)
      // What was changed back needs no save.
      if (state !== 'stale' && state !== 'saving') update({ state: isTyped ? 'unsaved' : 'saved' })
    },
    /** Nothing of it is left to save. */
    end(): void {
      savedText.current = JSON.stringify(form.getValues())
      tab.write(undefined)
    },
  }
}

/** Each change names the revision that the one before it has made. */
function useSaveQueue(id: string, form: ProposalForm, saved: SavedDraft, firstValidUntil: string) {
  const { proposals } = api.useUtils().client
  const { latest, isUnsaved, update, markSaved } = saved
  const turn = useRef<Promise<unknown>>(Promise.resolve())

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = turn.current.then(work)
    turn.current = done.catch(() => undefined)
    return done
  }

  async function settle(answer: Promise<WrittenProposal>, text?: string): Promise<void> {
    try {
      markSaved(await answer, text)
    } catch (error) {
      update({ state: errorCode(error) === 'CONFLICT' ? 'stale' : 'failed', error })
      throw error
    }
  }

  async function write(): Promise<void> {
    const { proposal, state, error: conflict } = latest.current
    if (state === 'stale') throw conflict
    if (proposal && !isUnsaved()) return
    update({ state: 'saving' })
    const values = form.getValues()
    const draft = toDraft(values, proposal?.validUntil ?? firstValidUntil)
    const { id: proposalId = null, revision = 1 } = proposal ?? {}
    await settle(proposals.save.mutate({ id, proposalId, revision, draft }), JSON.stringify(values))
  }

  /** Saves what is typed until then. Rejects if that fails. */
  async function save(): Promise<WrittenProposal> {
    await inTurn(write)
    const { proposal } = latest.current
    if (!proposal) throw new Error('A saved draft has an id.')
    return proposal
  }

  return {
    save,
    /** @returns why the file was refused */
    async addFile(file: File): Promise<string | undefined> {
      try {
        await save()
        return await inTurn(async () => {
          const { proposal } = latest.current
          if (!proposal) return undefined
          update({ state: 'uploading' })
          const { problem, ...added } = await uploadPdf(proposal, file)
          markSaved({ ...proposal, ...added })
          return problem
        })
      } catch (error) {
        return failureMessage(error)
      }
    },
    async removeFile(): Promise<void> {
      const { id: proposalId } = await save()
      await inTurn(() => {
        const { revision = 1 } = latest.current.proposal ?? {}
        return settle(proposals.removeFile.mutate({ id, proposalId, revision }))
      })
    },
  }
}

/** Saves soon after the last change, and at once when the page may go or the connection is back. */
function useAutoSave(typed: string, { latest, isUnsaved, keepInTab }: SavedDraft, save: () => Promise<unknown>): void {
  const keep = useEffectEvent(keepInTab)
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
}

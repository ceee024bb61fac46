import { notifyManager, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { showError } from '#client/components/toasts.tsx'
import { api, type EstimateDetail, type WorkState } from '#client/lib/api.ts'
import { errorCode, failureMessage, staleSave } from '#client/lib/api-error.ts'
import type { EstimateWork, StaleSave } from '#shared/estimates/estimate-work.ts'
import { listsKey, updateListed } from '../list/use-estimates.ts'
import {
  alreadyHolds,
  type FieldChange,
  isFieldChange,
  notSaved,
  type Save,
  type SaveOutcome,
  sendChange,
  type WorkChange,
} from './work-changes.ts'

export type SaveError = {
  readonly changes: readonly FieldChange[]
  readonly message: string
  /** Set when a colleague's change caused it. */
  readonly stale: StaleSave | undefined
}

/** The page shows it before it is saved. */
export type WaitingChange = {
  readonly key: number
  readonly change: WorkChange
  /** The ids of the timeline's events when it was made. */
  readonly known: ReadonlySet<string>
}

type QueuedChange = WaitingChange & {
  readonly seen: number | undefined
  readonly done: (outcome: SaveOutcome) => void
}

const overtaken = 'A colleague changed this request. You’re seeing the latest version.'

function isNarrowed({ queryKey: [, read] }: { readonly queryKey: QueryKey }): boolean {
  const { input } = read as { input?: object }
  return Object.keys(input ?? {}).length > 0
}

/** Saves one change at a time with the version seen, and updates the cached page and list. */
export function useSaveWork(id: string) {
  const utils = api.useUtils()
  const send = useSendChange(id)
  const queue = useRef<QueuedChange[]>([])
  const lastKey = useRef(0)
  const running = useRef(false)
  const hasLeft = useRef(false)
  const [waiting, setWaiting] = useState<readonly WaitingChange[]>([])
  const [saveError, setSaveError] = useState<SaveError>()

  useEffect(() => {
    hasLeft.current = false
    return () => {
      hasLeft.current = true
    }
  }, [])

  /** Each failure is reported once: by the notice, by an entry's form, or by a toast on another page. */
  const fail = useCallback((queued: readonly QueuedChange[], error: unknown): void => {
    const stale = staleSave(error)
    const message = stale ? overtaken : failureMessage(error)
    const changes = queued.map(({ change }) => change)
    const fields = changes.filter(isFieldChange)
    if (hasLeft.current) showError({ title: notSaved(changes), message })
    else if (fields.length > 0) setSaveError({ changes: fields, message, stale })
    // Those behind the first one were not sent.
    for (const [index, { done }] of queued.entries())
      done({ outcome: index === 0 && errorCode(error) === 'CONFLICT' ? 'conflict' : 'failed', message })
  }, [])

  const run = useCallback(async () => {
    if (running.current) return
    running.current = true
    for (let next = queue.current[0]; next; next = queue.current[0]) {
      const error = await send(next)
      const ended = queue.current.splice(0, error === undefined ? 1 : queue.current.length)
      setWaiting([...queue.current])
      if (error === undefined) next.done({ outcome: 'saved' })
      else fail(ended, error)
    }
    running.current = false
  }, [send, fail])

  const save = useCallback<Save>(
    (change, seen) => {
      setSaveError((former) => former && without(former, change))
      return new Promise((done) => {
        lastKey.current += 1
        const known = new Set(utils.estimates.get.getData({ id })?.timeline.map((event) => event.id))
        queue.current.push({ key: lastKey.current, change, known, seen, done })
        setWaiting([...queue.current])
        void run()
      })
    },
    [run, utils, id],
  )

  return {
    save,
    /** In the order of the presses. */
    waiting,
    saveError,
    discard: () => setSaveError(undefined),
  }
}

/** The function resolves to the error, if any. */
function useSendChange(id: string) {
  const utils = api.useUtils()
  const updateCache = useUpdateCache(id)
  return useCallback(
    async ({ change, seen }: QueuedChange): Promise<unknown> => {
      await utils.estimates.get.cancel({ id })
      const version = seen ?? utils.estimates.get.getData({ id })?.work.version ?? 1
      try {
        await updateCache(await sendChange(utils.client, id, version, change))
        if (movesInLists(change)) void utils.estimates.list.invalidate()
        return undefined
      } catch (error) {
        const stale = staleSave(error)
        if (stale) await updateCache({ work: stale.work })
        // Refetches the rest of the timeline.
        if (errorCode(error) === 'CONFLICT') void utils.estimates.get.invalidate({ id })
        // An earlier save arrived although its response was lost.
        return stale && isSavedAlready(stale.work, change) ? undefined : error
      }
    },
    [utils, id, updateCache],
  )
}

/** Shows what the server has saved, on this page and in lists. */
export function useUpdateCache(id: string) {
  const utils = api.useUtils()
  const queryClient = useQueryClient()
  return useCallback(
    async ({ work, timeline }: { work: EstimateWork; timeline?: WorkState['timeline'] }) => {
      // A running fetch may be older than the save.
      await utils.estimates.get.cancel({ id })
      const { version, status, firstContactAt, dueAt, quarantine, erasedAt, withdrawnAt } = work
      const { outcome, followUpOn, assignee } = work
      const reasons = { quarantineReasons: quarantine?.reasons ?? [] }
      const fields = { status, firstContactAt, dueAt, ...reasons, erasedAt, withdrawnAt }
      utils.estimates.get.setData(
        { id },
        (page): EstimateDetail | undefined =>
          page && { ...page, work, timeline: timeline ?? page.timeline, estimate: { ...page.estimate, ...fields } },
      )
      const person = { assigneeEmail: assignee?.email ?? null, assigneeName: assignee?.name ?? null }
      const listed = { ...fields, ...proposalColumns(work), version, outcome, followUpOn, ...person }
      updateListed(queryClient, (item) => (item.id === id ? { ...item, ...listed } : item))
      // The estimate may have left a filtered list, or moved in a sorted one.
      void queryClient.invalidateQueries({ queryKey: listsKey, predicate: isNarrowed, refetchType: 'none' })
      void utils.estimates.counts.invalidate(undefined, { refetchType: 'none' })
      void utils.admin.today.invalidate(undefined, { refetchType: 'none' })
      // The page shows the data in a later task. Without waiting for it, it would show the old value for a moment.
      await new Promise<void>((shown) => notifyManager.schedule(shown))
    },
    [utils, queryClient, id],
  )
}

function proposalColumns({ proposalPromisedOn, proposalDueOn, proposalSentAt, proposalCents }: EstimateWork) {
  return { proposalPromisedOn, proposalDueOn, proposalSentAt, proposalCents }
}

function movesInLists({ kind }: WorkChange): boolean {
  return kind === 'release' || kind === 'spam'
}

function isSavedAlready(work: EstimateWork, change: WorkChange): boolean {
  return isFieldChange(change) && alreadyHolds(work, change)
}

/** A new choice replaces the unsaved one. */
function without(saveError: SaveError, change: WorkChange): SaveError | undefined {
  const changes = saveError.changes.filter(({ kind }) => kind !== change.kind)
  return changes.length > 0 ? { ...saveError, changes } : undefined
}

/**
 * The version to send with a slow edit. Colleagues' changes of other fields update it; a change of this field does not,
 * so the server refuses the save instead of overwriting an unseen value.
 *
 * @returns undefined if the current version is right
 */
export function useBaseVersion(editing: boolean, value: string, version: number): number | undefined {
  const [seen, setSeen] = useState({ value, version })
  if (editing && value !== seen.value) return seen.version
  if (value !== seen.value || version !== seen.version) setSeen({ value, version })
  return undefined
}

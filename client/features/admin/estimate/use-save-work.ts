import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useCallback, useRef, useState } from 'react'
import { showError } from '#client/components/toasts.tsx'
import { api, type EstimateDetail, type EstimateListPage, type WorkState } from '#client/lib/api.ts'
import { errorCode, failureMessage, staleSave } from '#client/lib/api-error.ts'
import type { EstimateWork, StaleSave } from '#shared/estimate-work.ts'
import {
  alreadyHolds,
  describeChange,
  type FieldChange,
  isFieldChange,
  type Save,
  type SaveOutcome,
  sendChange,
  type WorkChange,
} from './work-changes.ts'

/** What could not be saved, and what was chosen, to be applied anew. */
export type SaveError = {
  readonly changes: readonly FieldChange[]
  /** Why, for people. */
  readonly message: string
  /** Undefined when it was not for somebody else's change. */
  readonly stale: StaleSave | undefined
}

/** A change that is shown already, and not saved yet. */
export type WaitingChange = {
  /** Sets it apart from others of the same kind. */
  readonly key: number
  readonly change: WorkChange
}

type QueuedChange = WaitingChange & {
  readonly seen: number | undefined
  readonly done: (outcome: SaveOutcome) => void
}

const overtaken = 'Somebody else has changed this request in the meantime.'

/** Every list that was read, whatever it was searched for. */
const listsKey = getQueryKey(api.estimates.list, undefined, 'infinite')

/** Whether a list was searched for, or sorted in another order than by time. */
function isNarrowed({ queryKey: [, read] }: { readonly queryKey: QueryKey }): boolean {
  const { input } = read as { input?: object }
  return Object.keys(input ?? {}).length > 0
}

/**
 * Saves what is changed about a request, one change at a time and each with the version seen, and keeps what was read
 * before (the page, its card in the list) up to date.
 */
export function useSaveWork(id: string) {
  const utils = api.useUtils()
  const queryClient = useQueryClient()
  const queue = useRef<QueuedChange[]>([])
  const lastKey = useRef(0)
  const running = useRef(false)
  const withdrawToast = useRef<() => void>(undefined)
  const [waiting, setWaiting] = useState<readonly WaitingChange[]>([])
  const [trouble, setTrouble] = useState<SaveError>()

  const keep = useCallback(
    async ({ work, timeline }: { work: EstimateWork; timeline?: WorkState['timeline'] }) => {
      // What is being read may be from before the save.
      await utils.estimates.get.cancel({ id })
      const fields = { status: work.status, firstContactAt: work.firstContactAt, dueAt: work.dueAt }
      utils.estimates.get.setData(
        { id },
        (page): EstimateDetail | undefined =>
          page && { ...page, work, timeline: timeline ?? page.timeline, estimate: { ...page.estimate, ...fields } },
      )
      queryClient.setQueriesData<InfiniteData<EstimateListPage>>(
        { queryKey: listsKey },
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) => ({
              ...page,
              items: page.items.map((item) => (item.id === id ? { ...item, ...fields } : item)),
            })),
          },
      )
      // What was filtered or sorted may not be so any more; it is read anew when one looks at it again.
      void queryClient.invalidateQueries({ queryKey: listsKey, predicate: isNarrowed, refetchType: 'none' })
      void utils.estimates.counts.invalidate(undefined, { refetchType: 'none' })
    },
    [utils, queryClient, id],
  )

  const send = useCallback(
    async ({ change, seen }: QueuedChange): Promise<unknown> => {
      await utils.estimates.get.cancel({ id })
      const version = seen ?? utils.estimates.get.getData({ id })?.work.version ?? 1
      try {
        await keep(await sendChange(utils.client, id, version, change))
        // It comes into the list, or leaves it.
        if (movesInLists(change)) void utils.estimates.list.invalidate()
        return undefined
      } catch (error) {
        const stale = staleSave(error)
        if (stale) await keep({ work: stale.work })
        // The rest of the timeline is read behind what is shown.
        if (errorCode(error) === 'CONFLICT') void utils.estimates.get.invalidate({ id })
        // A save whose answer was lost is such a case: it stands as it was meant to.
        return stale && isAsMeant(stale.work, change) ? undefined : error
      }
    },
    [utils, id, keep],
  )

  const tell = useCallback((changes: readonly WorkChange[], error: unknown): void => {
    const stale = staleSave(error)
    const message = stale ? overtaken : failureMessage(error)
    withdrawToast.current = showError({ title: 'Not saved', message: `${subject(changes)}. ${message}` })
    // What was typed into a form stays there.
    const fields = changes.filter(isFieldChange)
    if (fields.length > 0) setTrouble({ changes: fields, message, stale })
  }, [])

  const run = useCallback(async () => {
    if (running.current) return
    running.current = true
    for (let next = queue.current[0]; next; next = queue.current[0]) {
      const error = await send(next)
      const outcome = outcomeOf(error)
      const settled = queue.current.splice(0, outcome === 'saved' ? 1 : queue.current.length)
      setWaiting([...queue.current])
      if (outcome !== 'saved')
        tell(
          settled.map(({ change }) => change),
          error,
        )
      next.done(outcome)
      // Those that waited behind it were not sent at all.
      for (const { done } of settled.slice(1)) done('failed')
    }
    running.current = false
  }, [send, tell])

  /** Shows a change at once and saves it. */
  const save = useCallback<Save>(
    (change, seen) => {
      withdrawToast.current?.()
      setTrouble((former) => former && without(former, change))
      return new Promise((done) => {
        lastKey.current += 1
        queue.current.push({ key: lastKey.current, change, seen, done })
        setWaiting([...queue.current])
        void run()
      })
    },
    [run],
  )

  return {
    save,
    /** In the order of the presses. */
    waiting,
    trouble,
    applyAnew() {
      for (const change of trouble?.changes ?? []) void save(change)
    },
    discard() {
      withdrawToast.current?.()
      setTrouble(undefined)
    },
  }
}

function movesInLists({ kind }: WorkChange): boolean {
  return kind === 'release' || kind === 'spam'
}

function isAsMeant(work: EstimateWork, change: WorkChange): boolean {
  return isFieldChange(change) && alreadyHolds(work, change)
}

function outcomeOf(error: unknown): SaveOutcome {
  if (error === undefined) return 'saved'
  return errorCode(error) === 'CONFLICT' ? 'conflict' : 'failed'
}

/** What is left to be applied anew when one chooses once more. */
function without(trouble: SaveError, change: WorkChange): SaveError | undefined {
  const changes = trouble.changes.filter(({ kind }) => kind !== change.kind)
  return changes.length > 0 ? { ...trouble, changes } : undefined
}

function subject(changes: readonly WorkChange[]): string {
  return [...new Set(changes.map((change) => describeChange(change).label))].join(', ')
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { showError } from '#client/components/toasts.tsx'
import { api, type ListedEstimate } from '#client/lib/api.ts'
import { failureMessage } from '#client/lib/api-error.ts'
import { displayName } from '#shared/account.ts'
import { type BulkChange, type BulkChanged, type RefusedEstimate, undoLimits } from '#shared/estimates/bulk-change.ts'
import type { Assignee } from '#shared/estimates/estimate-work.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import { capitalizedStatus, estimateCountLabel } from '../ui/work-labels.ts'
import { updateListed } from './use-estimates.ts'

/** Unlike the server's, it names the assignee. */
export type ChosenChange =
  | Exclude<BulkChange, { kind: 'assignee' }>
  | { readonly kind: 'assignee'; readonly assignee: Assignee | null }

/** The message after a change of many. */
export type BulkOutcome = {
  readonly message: string
  /** Says of each estimate that was left alone, why. */
  readonly refused: readonly string[]
  /** It is set while undo is offered. */
  readonly undo?: () => void
}

type Named = Pick<ListedEstimate, 'id' | 'name' | 'version'>

/** Changes many estimates at once, and offers to undo that for ten seconds. */
export function useBulkChange() {
  const utils = api.useUtils()
  const queryClient = useQueryClient()
  const [saving, setSaving] = useState(false)
  const [outcome, setOutcome] = useState<BulkOutcome>()

  useEffect(() => {
    if (!outcome) return
    const { undo: _undo, ...told } = outcome
    // Refusals stay until they are read.
    const end = () => setOutcome(told.refused.length > 0 ? told : undefined)
    const timer = setTimeout(end, undoLimits.offeredMs)
    return () => clearTimeout(timer)
  }, [outcome])

  /** @returns whether it was saved */
  async function save(send: () => Promise<BulkChanged>, show: (result: BulkChanged) => void): Promise<boolean> {
    if (saving) return false
    setSaving(true)
    try {
      show(await send())
      return true
    } catch (error) {
      showError({ title: 'Not saved', message: failureMessage(error) })
      return false
    } finally {
      setSaving(false)
      void utils.estimates.list.invalidate()
      void utils.estimates.counts.invalidate()
      void utils.estimates.get.invalidate(undefined, { refetchType: 'none' })
    }
  }

  /** The next change must not send outdated versions while the list loads. */
  function showInLists({ changed }: BulkChanged, fields: Partial<ListedEstimate>): void {
    const versions = new Map(changed.map(({ id, version }) => [id, version]))
    updateListed(queryClient, (item) => {
      const version = versions.get(item.id)
      return version === undefined ? item : { ...item, ...fields, version }
    })
  }

  async function change(estimates: readonly Named[], chosen: ChosenChange): Promise<boolean> {
    const seen = estimates.map(({ id, version }) => ({ id, version }))
    const send = () => utils.client.estimates.bulkChange.mutate({ estimates: seen, change: toInput(chosen) })
    return await save(send, (result) => {
      showInLists(result, toFields(chosen))
      const undo = () =>
        void save(
          () => utils.client.estimates.undoBulkChange.mutate({ estimates: [...result.changed] }),
          (undone) => {
            showInLists(undone, {})
            setOutcome({ message: undoneLabel(undone.changed.length), refused: refusedLabels(undone, estimates) })
          },
        )
      setOutcome({
        message: changedLabel(chosen, result.changed.length, estimates.length - result.refused.length),
        refused: refusedLabels(result, estimates),
        ...(result.changed.length > 0 ? { undo } : {}),
      })
    })
  }

  return { saving, outcome, change, dismiss: () => setOutcome(undefined) }
}

function toInput(chosen: ChosenChange): BulkChange {
  return chosen.kind === 'assignee' ? { kind: 'assignee', assigneeId: chosen.assignee?.id ?? null } : chosen
}

function toFields(chosen: ChosenChange): Partial<ListedEstimate> {
  if (chosen.kind === 'status') return { status: chosen.status }
  if (chosen.kind !== 'assignee') return {}
  return { assigneeEmail: chosen.assignee?.email ?? null, assigneeName: chosen.assignee?.name ?? null }
}

/**
 * For instance “5 requests assigned to Tom Kowalski.”
 *
 * @param accepted those that have the value now, including the ones that had it before
 */
export function changedLabel(chosen: ChosenChange, changed: number, accepted: number): string {
  const done = `${estimateCountLabel(changed)} ${doneLabel(chosen)}.`
  if (changed === 0 && accepted > 0)
    return `No change: ${accepted === 1 ? 'it is' : 'all are'} ${doneLabel(chosen)} already.`
  if (chosen.kind === 'release' && changed > 0)
    return `${done} Their emails go out in a few seconds, and their ${responseHours} hours have begun.`
  const already = accepted - changed
  return already > 0 ? `${done} ${formatWholeNumber(already)} already ${already === 1 ? 'was' : 'were'}.` : done
}

function doneLabel(chosen: ChosenChange): string {
  switch (chosen.kind) {
    case 'status':
      return `set to ${capitalizedStatus(chosen.status)}`
    case 'assignee':
      return chosen.assignee ? `assigned to ${displayName(chosen.assignee)}` : 'unassigned'
    case 'release':
      return 'marked as not spam'
    case 'spam':
      return 'marked as spam'
  }
}

function undoneLabel(count: number): string {
  return count === 0 ? 'Nothing was undone.' : `Undone: ${estimateCountLabel(count)} as before.`
}

/** A line for each estimate that was left alone, with its name as the page shows it. */
function refusedLabels(
  { refused }: BulkChanged,
  estimates: readonly { readonly id: string; readonly name: string }[],
): string[] {
  const names = new Map(estimates.map(({ id, name }) => [id, name]))
  return refused.map((one) => `${names.get(one.id) ?? 'A request'}: ${reasonLabel(one)}`)
}

function reasonLabel({ reason, by }: RefusedEstimate): string {
  switch (reason) {
    case 'changed':
      return `not changed, because ${by ?? 'a colleague'} changed it in the meantime`
    case 'gone':
      return 'erased in the meantime'
    case 'emailed':
      return 'not undone, because its emails are on their way'
    case 'late':
      return 'not undone, because the time for that is over'
  }
}

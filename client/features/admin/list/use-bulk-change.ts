import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { showError } from '#client/components/toasts.tsx'
import { api, type ListedEstimate } from '#client/lib/api.ts'
import { failureMessage } from '#client/lib/api-error.ts'
import { type BulkChange, type BulkChanged, undoLimits } from '#shared/estimates/bulk-change.ts'
import { type ChosenChange, changedLabel, refusedLabels, undoneLabel } from './bulk-change-labels.ts'
import { updateListed } from './lists-cache.ts'

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

import { displayName } from '#shared/account.ts'
import type { BulkChange, BulkChanged, RefusedEstimate } from '#shared/estimates/bulk-change.ts'
import type { Assignee } from '#shared/estimates/estimate-work.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import { capitalizedStatus, estimateCountLabel } from '../ui/work-labels.ts'

/** Unlike the server's, it names the assignee. */
export type ChosenChange =
  | Exclude<BulkChange, { kind: 'assignee' }>
  | { readonly kind: 'assignee'; readonly assignee: Assignee | null }

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

export function undoneLabel(count: number): string {
  return count === 0 ? 'Nothing was undone.' : `Undone: ${estimateCountLabel(count)} as before.`
}

/** A line for each estimate that was left alone, with its name as the page shows it. */
export function refusedLabels(
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

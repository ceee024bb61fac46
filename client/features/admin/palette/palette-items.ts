import type { ListedEstimate } from '#client/lib/api.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { hasWords } from '#shared/fold-words.ts'
import { readPhoneNumber } from '#shared/phone-numbers.ts'
import type { PageAction } from '../layout/page-actions.ts'

export type PaletteItem = {
  /** It is unique in the palette. */
  readonly id: string
  readonly label: string
  readonly details?: string | undefined
  readonly words?: string | undefined
  readonly keys?: string | undefined
  readonly isMinor?: boolean | undefined
  run(): void
}

export type PaletteSection = { readonly title: string; readonly items: readonly PaletteItem[] }

export type PaletteView = { readonly id: string; readonly name: string; readonly search: ListSearch }

/** Views that everyone has. */
export const builtInViews: readonly PaletteView[] = [
  { id: 'overdue', name: 'Overdue', search: { overdue: true } },
  { id: 'follow-ups', name: 'Follow-ups due', search: { followUp: 'due' } },
  { id: 'mine', name: 'Mine and open', search: { assignee: 'me', outcome: 'open' } },
  { id: 'unassigned', name: 'New and unassigned', search: { status: 'new', assignee: 'none' } },
  { id: 'spam', name: 'Possible spam', search: { spam: 'quarantined' } },
]

/** Sections without items are left out. Each word typed must begin a word of an item; estimates are found already. */
export function paletteSections(
  typed: string,
  own: readonly PaletteSection[],
  estimates: PaletteSection,
): readonly PaletteSection[] {
  const isBlank = typed.trim() === ''
  const sections = own.map(({ title, items }) => ({
    title,
    items: items.filter(({ label, words = '', isMinor }) =>
      isBlank ? !isMinor : hasWords(`${label} ${words}`, typed),
    ),
  }))
  return [...sections, estimates].filter(({ items }) => items.length > 0)
}

/** Puts first what was found by its name, the end of its phone number or its reference; the order is kept otherwise. */
export function nearestFirst(estimates: readonly ListedEstimate[], typed: string): ListedEstimate[] {
  const digits = typed.replaceAll(/\D/g, '')
  const isNear = ({ name, phone, reference }: ListedEstimate): boolean => {
    const isNumber = digits.length >= minPhoneEnd && (phone ?? '').replaceAll(/\D/g, '').endsWith(digits)
    return isNumber || hasWords(`${name} ${reference}`, typed)
  }
  return [...estimates.filter(isNear), ...estimates.filter((estimate) => !isNear(estimate))]
}

/** The number of digits. */
const minPhoneEnd = 3

export function actionItem({ label, words, keys, isMinor, run }: PageAction): PaletteItem {
  return { id: `action ${label}`, label, words, keys, isMinor, run }
}

/** For instance “Kitchen Remodel · Astoria, NY 11102 · (718) 555-0110 · K7PM-2QX4”. */
export function estimateDetails(estimate: ListedEstimate): string {
  const { projectType, location, phone, email, reference } = estimate
  const reach = phone === null ? email : readPhoneNumber(phone).text
  return [optionLabel(projectTypes, projectType), location, reach, reference].join(' · ')
}

import type { ListedEstimate } from '#client/lib/api.ts'
import { optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { hasWords, indexedWords, readWords } from '#shared/fold-words.ts'
import { readPhoneNumber } from '#shared/phone-numbers.ts'
import type { PageAction } from '../layout/staff-context.ts'

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

type Sections = readonly PaletteSection[]

/** Sections without items are left out. Each word typed must begin a word of an item. */
export function findItems(typed: string, sections: Sections): Sections {
  return narrow(sections, ({ label, words = '' }) => hasWords(`${label} ${words}`, typed))
}

/** Finds the same with one mistake in each word. */
export function findSimilarItems(typed: string, sections: Sections): Sections {
  const wanted = readWords(typed).flatMap(({ whole }) => whole.slice(0, 1))
  return narrow(sections, ({ label, words = '' }) => {
    const known = indexedWords(`${label} ${words}`)
    return wanted.length > 0 && wanted.every((word) => known.some((other) => isSimilar(word, other)))
  })
}

/** What is offered before anything is typed. */
export function majorItems(sections: Sections): Sections {
  return narrow(sections, ({ isMinor }) => !isMinor)
}

function narrow(sections: Sections, fits: (item: PaletteItem) => boolean): Sections {
  return sections
    .map(({ title, items }) => ({ title, items: items.filter(fits) }))
    .filter(({ items }) => items.length > 0)
}

/** Shorter words are one letter away from too many others. */
const minSimilar = 4

/** Whether a word begins another one but for one letter too many, too few or wrong, or two exchanged ones. */
function isSimilar(word: string, other: string): boolean {
  if (other.startsWith(word)) return true
  if (word.length < minSimilar) return false
  const same = Array.from(word).findIndex((letter, index) => letter !== other[index])
  const [typed, meant] = [word.slice(same), other.slice(same)]
  return (
    meant.startsWith(typed.slice(1)) ||
    meant.slice(1).startsWith(typed) ||
    meant.slice(1).startsWith(typed.slice(1)) ||
    (typed[0] === meant[1] && typed[1] === meant[0] && meant.slice(2).startsWith(typed.slice(2)))
  )
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

/** Fewer digits would match too many numbers. */
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

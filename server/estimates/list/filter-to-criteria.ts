import type { EstimateCriteria, FollowUpCriterion } from '#server/database/queries/estimate-criteria.ts'
import type { SearchCondition } from '#server/database/queries/query.ts'
import { minPhoneDigits } from '#server/estimates/matching/estimate-keys.ts'
import { mailboxKey } from '#server/estimates/matching/mailbox-key.ts'
import { addDays, newYorkDay, startOfNewYorkDay } from '#shared/calendar-days.ts'
import type { EstimateFilter, FollowUpFilter } from '#shared/estimates/estimate-filter.ts'
import { budgetRanges, type Option, type OptionValue, projectTypes } from '#shared/estimates/options.ts'
import { lastDueProposalDay } from '#shared/estimates/proposals.ts'
import { readWords, type TypedWord } from '#shared/fold-words.ts'
import { phoneKeyLength, splitPhoneNumbers } from '#shared/phone-numbers.ts'

/** @param userId whom the assignee `me` means */
export function filterToCriteria(filter: EstimateFilter, now: Date, userId: string): EstimateCriteria {
  const {
    status,
    urgent,
    timeline,
    leadSource,
    outcome,
    followUp,
    assignee,
    overdue,
    answered,
    proposal,
    spam,
    from,
    to,
  } = filter
  const { search, ...labels } = searchCriteria(filter)
  return {
    search,
    status,
    urgent,
    type: filter.type ?? labels.type,
    budget: filter.budget ?? labels.budget,
    timeline,
    leadSource,
    outcome,
    followUp: followUp && followUpCriterion(followUp, newYorkDay(now)),
    assigneeId: assigneeCriterion(assignee, userId),
    overdueAt: overdue ? now : undefined,
    answered: answered && { is: answered, now },
    proposal: proposal && { is: proposal, until: lastDueProposalDay(now) },
    spam,
    since: from === undefined ? undefined : startOfNewYorkDay(from),
    before: to === undefined ? undefined : startOfNewYorkDay(addDays(to, 1)),
  }
}

/** A label in the search is a filter, unless that filter is set. */
function searchCriteria({ q, type, budget }: EstimateFilter): Pick<EstimateCriteria, 'search' | 'type' | 'budget'> {
  if (q === undefined) return {}
  const labels = type || budget ? { rest: q } : readLabels(q)
  return { ...labels, search: readSearch(labels.rest) }
}

function followUpCriterion(wanted: FollowUpFilter, today: string): FollowUpCriterion {
  if (wanted === 'none') return 'none'
  return wanted === 'due' ? { until: today } : { from: addDays(today, 1) }
}

function assigneeCriterion(assignee: EstimateFilter['assignee'], userId: string): string | null | undefined {
  if (assignee === 'none') return null
  return assignee === 'me' ? userId : assignee
}

type BudgetRange = OptionValue<typeof budgetRanges>
type ProjectType = OptionValue<typeof projectTypes>

type Labeled = {
  readonly type?: ProjectType | undefined
  readonly budget?: BudgetRange | undefined
  /** The search without these labels. */
  readonly rest: string
}

/**
 * Finds the label of a project type or a budget in a search, such as "kitchen remodel" or "$10k–$25k". The search index
 * has no labels; as filters, they use those of the columns. Labels of one word, such as "Other", remain words.
 */
export function readLabels(typed: string): Labeled {
  const type = found(types, typed)
  const budget = found(budgets, type?.rest ?? typed)
  return { type: type?.value, budget: budget?.value, rest: budget?.rest ?? type?.rest ?? typed }
}

type Label<Value> = { readonly value: Value; readonly form: RegExp }

function found<Value>(labels: readonly Label<Value>[], typed: string): { value: Value; rest: string } | undefined {
  const label = labels.find(({ form }) => form.test(typed))
  return label && { value: label.value, rest: typed.replace(label.form, ' ') }
}

function matchLabels<Each extends Option>(
  options: readonly Each[],
  pattern: (label: string) => string | undefined,
): Label<Each['value']>[] {
  return options.flatMap(({ value, label }) => {
    const form = pattern(label)
    return form ? [{ value, form: new RegExp(`(?<![\\p{L}\\p{N}])(?:${form})(?![\\p{L}\\p{N}])`, 'iu') }] : []
  })
}

const types = matchLabels(projectTypes, (label) => {
  const words = label.split(/[ /]/)
  return words.length > 1 ? words.join('[ /]{1,3}') : undefined
})

/** "$10,000", "10000" and "10k" are the same amount. */
const budgets = matchLabels(budgetRanges, (label) => {
  const [first, last] = Array.from(label.matchAll(/\$(\d+),000/g), ([, thousands]) => `\\$?${thousands}(?:,?000|k)`)
  if (first && last) return `${first} ?(?:-|–|to) ?${last}`
  return label.startsWith('Under') ? `(?:under|below) ${first}` : `(?:over|above) ${first}|${first} ?\\+`
})

/** Each takes tens of milliseconds among 100,000 estimates. */
export const maxSearchWords = 10

/** Digits as people group them, alone: part of a phone number, or an amount. */
const digitsPattern = /(?<![\p{L}\p{N}])[+(]?\d[\d ()+./-]*(?![\p{L}\p{N}])/gu

/**
 * Every word must begin a word of the estimate; digits may match the phone number. Whole phone numbers and email addresses match
 * in any writing.
 *
 * @returns undefined for a blank text. Without letters and digits, nothing matches.
 */
export function readSearch(typed: string): SearchCondition | undefined {
  if (typed.trim() === '') return undefined
  const pieces = typed.split(/\s+/)
  const mailboxes = pieces.filter((piece) => piece.includes('@') && hasWords(piece))
  const text = pieces.filter((piece) => !piece.includes('@')).join(' ')
  const { numbers, rest } = splitPhoneNumbers(text)
  const words = readWords(text)
  const conditions = [
    ...numbers.map(({ written, digits }) => numberCondition(written, digits)),
    ...(rest.match(digitsPattern) ?? []).map((written) => numberCondition(written, written.replaceAll(/\D/g, ''))),
    ...readWords(rest.replaceAll(digitsPattern, ' ')).map(wordCondition),
  ]
  const all = [
    ...mailboxes.map((address) => ({ any: [address, mailboxKey(address)].map(wordsCondition) })),
    ...(words.some(isCode) ? [{ any: [first(conditions), first(words.map(wordCondition))] }] : conditions),
  ]
  return all.length === 0 ? { any: [] } : first(all)
}

/** Whether a word of letters and digits also reads as a phone number. */
function isCode({ typed }: TypedWord): boolean {
  return /\p{L}/u.test(typed) && typed.replaceAll(/\D/g, '').length >= phoneKeyLength
}

function first(conditions: readonly SearchCondition[]): SearchCondition {
  return { all: conditions.slice(0, maxSearchWords) }
}

const hasWords = (text: string) => readWords(text).length > 0

function wordsCondition(text: string): SearchCondition {
  return first(readWords(text).map(wordCondition))
}

function numberCondition(written: string, digits: string): SearchCondition {
  const words = wordsCondition(written)
  // Drops a country code.
  return digits.length < minPhoneDigits ? words : { any: [{ word: `#${digits.slice(-phoneKeyLength)}` }, words] }
}

/** Digits may be any part of a phone number. */
function beginnings(word: string): SearchCondition[] {
  return /^\d+$/.test(word) && word.length >= minPhoneDigits ? [{ word }, { word: `#${word}` }] : [{ word }]
}

/** A word of the estimate begins with a typed one, in one of its spellings. */
export function wordCondition({ whole, parts, pairs }: TypedWord): SearchCondition {
  // The last character of a run stands alone in the index.
  if (pairs.length > 0) return { all: pairs.slice(0, Math.max(1, pairs.length - 1)).map((word) => ({ word })) }
  const divided = parts.slice(0, maxSearchWords).map((spellings) => ({ any: spellings.flatMap(beginnings) }))
  return { any: [...whole.flatMap(beginnings), ...(divided.length > 0 ? [{ all: divided }] : [])] }
}

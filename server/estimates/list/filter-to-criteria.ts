import type { EstimateCriteria, FollowUpCriterion } from '#server/database/queries/estimate-criteria.ts'
import type { SearchCondition } from '#server/database/queries/query.ts'
import { referenceGroups } from '#server/estimates/submit/reference.ts'
import { addDays, newYorkDay, startOfNewYorkDay } from '#shared/calendar-days.ts'
import type { EstimateFilter, FollowUpFilter } from '#shared/estimates/estimate-filter.ts'
import { budgetRanges, type Option, type OptionValue, projectTypes } from '#shared/estimates/options.ts'

/** @param userId whom the assignee `me` means */
export function filterToCriteria(filter: EstimateFilter, now: Date, userId: string): EstimateCriteria {
  const { status, urgent, timeline, outcome, followUp, assignee, overdue, answered, spam, from, to } = filter
  const { search, ...labels } = searchCriteria(filter)
  return {
    search,
    status,
    urgent,
    type: filter.type ?? labels.type,
    budget: filter.budget ?? labels.budget,
    timeline,
    outcome,
    followUp: followUp && followUpCriterion(followUp, newYorkDay(now)),
    assigneeId: assigneeCriterion(assignee, userId),
    overdueAt: overdue ? now : undefined,
    answered: answered && { is: answered, now },
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

/** Nearly every phone number contains any shorter group. */
const minPhoneDigits = 3
const phoneLength = 10

/** Each takes tens of milliseconds among 100,000 estimates. */
export const maxSearchWords = 10

/** The engines disagree about marks alone, and neither indexes marks from U+FE00 on. */
const words = /[\p{L}\p{N}](?:[\p{L}\p{N}]|(?![\ufe00-\ufe2f])\p{M})*/gu
const digitsAlone = /^\d+$/
const phonePunctuation = /^[ ()+./-]*$/

/**
 * Every word must begin a word of the estimate; digits may match the phone number, and a reference may lack its hyphen.
 *
 * @returns undefined without letters and digits
 */
export function readSearch(typed: string): SearchCondition | undefined {
  const all = sideBySide(typed.normalize('NFC').toLowerCase()).map(groupCondition)
  return all.length > 0 ? { all } : undefined
}

function sideBySide(text: string): string[][] {
  const groups: string[][] = []
  let end = 0
  let count = 0
  for (const { 0: word, index } of text.matchAll(words)) {
    count += 1
    if (count > maxSearchWords) break
    const last = groups.at(-1)
    const goesOn =
      digitsAlone.test(word) && digitsAlone.test(last?.[0] ?? '') && phonePunctuation.test(text.slice(end, index))
    if (last && goesOn) last.push(word)
    else groups.push([word])
    end = index + word.length
  }
  return groups
}

function groupCondition(group: readonly string[]): SearchCondition {
  const each: SearchCondition = { all: group.map(wordCondition) }
  const digits = group.join('')
  return group.length > 1 && digits.length >= minPhoneDigits ? { any: [phoneCondition(digits), each] } : each
}

function wordCondition(word: string): SearchCondition {
  const isNumber = digitsAlone.test(word) && word.length >= minPhoneDigits
  // The index has a reference as two words.
  const groups = referenceGroups(word)
  const others: SearchCondition[] = [
    ...(isNumber ? [phoneCondition(word)] : []),
    ...(groups ? [{ all: groups.map((group) => ({ word: group })) }] : []),
  ]
  return others.length > 0 ? { any: [{ word }, ...others] } : { word }
}

/** Drops a country code. */
function phoneCondition(digits: string): SearchCondition {
  return { phone: digits.slice(-phoneLength) }
}

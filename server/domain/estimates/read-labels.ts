import { budgetRanges, type Option, type OptionValue, projectTypes } from '#shared/estimates/options.ts'

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

function labelsOf<Each extends Option>(
  options: readonly Each[],
  pattern: (label: string) => string | undefined,
): Label<Each['value']>[] {
  return options.flatMap(({ value, label }) => {
    const form = pattern(label)
    return form ? [{ value, form: new RegExp(`(?<![\\p{L}\\p{N}])(?:${form})(?![\\p{L}\\p{N}])`, 'iu') }] : []
  })
}

const types = labelsOf(projectTypes, (label) => {
  const words = label.split(/[ /]/)
  return words.length > 1 ? words.join('[ /]{1,3}') : undefined
})

/** "$10,000", "10000" and "10k" are the same amount. */
const budgets = labelsOf(budgetRanges, (label) => {
  const [first, last] = Array.from(label.matchAll(/\$(\d+),000/g), ([, thousands]) => `\\$?${thousands}(?:,?000|k)`)
  if (first && last) return `${first} ?(?:-|–|to) ?${last}`
  return label.startsWith('Under') ? `(?:under|below) ${first}` : `(?:over|above) ${first}|${first} ?\\+`
})

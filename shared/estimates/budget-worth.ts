import type { budgetRanges, OptionValue } from './options.ts'

/** In dollars; `to` is null for a range without an end. */
export type Worth = { readonly from: number; readonly to: number | null }

const worthOfRange: Record<OptionValue<typeof budgetRanges>, Worth> = {
  'under-10k': { from: 0, to: 10_000 },
  '10k-25k': { from: 10_000, to: 25_000 },
  '25k-50k': { from: 25_000, to: 50_000 },
  '50k-100k': { from: 50_000, to: 100_000 },
  '100k-250k': { from: 100_000, to: 250_000 },
  '250k-500k': { from: 250_000, to: 500_000 },
  'over-500k': { from: 500_000, to: null },
}

const unknown: Worth = { from: 0, to: null }

type Counted = {
  readonly value: string
  readonly count: number
  /** Those of them whose proposal has an amount, which stands for the budget. */
  readonly priced?: { readonly count: number; readonly cents: number }
}

/** The bounds of what so many estimates of each budget range are worth together. */
export function getWorth(counts: readonly Counted[]): Worth {
  const bounds: Readonly<Record<string, Worth | undefined>> = worthOfRange
  return counts
    .filter(({ count }) => count > 0)
    .reduce<Worth>(
      (sum, { value, count, priced = { count: 0, cents: 0 } }) => {
        const guessed = Math.max(0, count - priced.count)
        const { from, to } = bounds[value] ?? unknown
        const [known, high] = [priced.cents / 100, to ?? (guessed === 0 ? 0 : null)]
        return {
          from: sum.from + known + guessed * from,
          to: sum.to === null || high === null ? null : sum.to + known + guessed * high,
        }
      },
      { from: 0, to: 0 },
    )
}

import { rounded } from './figures.ts'

export type ScaleFigures = {
  readonly server: string
  readonly size: number
  readonly work: string
  readonly times: number
  /** The number of them that got no response, or an error. */
  readonly refused: number
  readonly medianMs: number
  readonly p95Ms: number
  /** The waits of others for /healthz meanwhile. */
  readonly othersP99Ms: number
  readonly othersMaxMs: number
}

/** Figures of the whole server. */
export type ServerFigures = {
  readonly server: string
  readonly size: number
  readonly startSeconds: number
  readonly startProcessorMs: number
  readonly idleMegabytes: number
  readonly exportExtraMegabytes: number
  /** The first page's median, as a multiple of raw's. */
  readonly firstPageTimesRaw: number
}

export const exportBudgetMegabytes = 40
const exportBudgetSeconds = 20

type Value = { readonly value: number; readonly work?: string }
type Budget = {
  readonly unit: string
  readonly digits: number
  readonly most: (size: number) => number
  /** @param smallest the figures of the smallest size */
  readonly measured: (
    figures: readonly ScaleFigures[],
    whole: ServerFigures,
    smallest: readonly ScaleFigures[],
  ) => Value
}

type Name = 'othersP99Ms' | 'othersMaxMs'

/** A refused response meets no budget. */
function slowest(figures: readonly ScaleFigures[], of: (one: ScaleFigures) => number): Value {
  const values: Value[] = figures.map((one) => ({
    value: one.refused > 0 ? Number.POSITIVE_INFINITY : of(one),
    work: one.work,
  }))
  const { value, work } = values.toSorted((a, b) => b.value - a.value)[0] ?? { value: Number.NaN }
  return work !== undefined && values.length > 1 ? { value, work } : { value }
}

function responses(works: RegExp, most: number): Budget {
  return {
    unit: 'ms',
    digits: 0,
    most: () => most,
    measured: (figures) =>
      slowest(
        figures.filter(({ work }) => works.test(work)),
        ({ p95Ms }) => p95Ms,
      ),
  }
}

/** Tells reads of the staff from other work. */
const isRead = ({ work }: ScaleFigures) => !/^(nothing|submission)/.test(work)

function others(name: Name, most: number, during: (one: ScaleFigures) => boolean): Budget {
  const measured: Budget['measured'] = (figures) => slowest(figures.filter(during), (one) => one[name])
  return { unit: 'ms', digits: 0, most: () => most, measured }
}

const pages = /^(?:sort(?!.*,)|first page|page behind)/

function beside(smallest: readonly ScaleFigures[]) {
  const medians = new Map(smallest.map(({ work, medianMs }) => [work, medianMs]))
  return ({ work, medianMs }: ScaleFigures) => medianMs / (medians.get(work) ?? Number.NaN)
}

function whole(unit: string, digits: number, most: number, name: keyof ServerFigures): Budget {
  return { unit, digits, most: () => most, measured: (_figures, server) => ({ value: Number(server[name]) }) }
}

const budgets: Readonly<Record<string, Budget>> = {
  counts: responses(/^counts, no filter$/, 150),
  'any search': responses(/^search|^counts, a common word$/, 150),
  'any filter': responses(/^filter|^sort.*,|^counts, (?!no filter|a common word)/, 150),
  'any page in any order': responses(pages, 50),
  'its median beside that of the smallest size': {
    unit: 'times',
    digits: 1,
    most: () => 2,
    measured: (figures, _whole, smallest) =>
      slowest(
        figures.filter(({ work }) => pages.test(work)),
        beside(smallest),
      ),
  },
  'report of five years': responses(/^report of five years$/, 400),
  'what others wait, p99': others('othersP99Ms', 120, isRead),
  'what others wait, longest': others('othersMaxMs', 200, isRead),
  'the same while nothing runs, longest': others('othersMaxMs', 200, ({ work }) => work === 'nothing'),
  'CSV of all': {
    unit: 's',
    digits: 1,
    most: (size) => exportBudgetSeconds * Math.max(1, size / 100_000),
    measured: (figures) => ({
      value:
        slowest(
          figures.filter(({ work }) => work === 'CSV of all'),
          ({ p95Ms }) => p95Ms,
        ).value / 1000,
    }),
  },
  'more memory for the CSV': whole('MB', 0, exportBudgetMegabytes, 'exportExtraMegabytes'),
  start: whole('s', 2, 0.5, 'startSeconds'),
  'memory when idle': whole('MB', 0, 130, 'idleMegabytes'),
}

type Verdict = { readonly table: Record<string, Record<string, string>>; readonly missed: readonly string[] }

/** The budgets beside what was measured at each size. A figure that is not known is neither met nor missed. */
export function compareWithBudgets(figures: readonly ScaleFigures[], servers: readonly ServerFigures[]): Verdict {
  const table: Verdict['table'] = {}
  const missed: string[] = []
  const leastSize = Math.min(...servers.map(({ size }) => size))
  const smallest = figures.filter(({ size }) => size === leastSize)
  for (const [name, { unit, digits, most, measured }] of Object.entries(budgets)) {
    const inUnit = (value: number) =>
      value === Number.POSITIVE_INFINITY ? 'refused' : `${rounded(value, digits)} ${unit}`.trimEnd()
    const row: Record<string, string> = { budget: `≤ ${inUnit(most(100_000))}` }
    for (const server of servers) {
      const own = figures.filter(({ size }) => size === server.size)
      const { value, work } = measured(own, server, smallest)
      const limit = most(server.size)
      const text = [inUnit(value), ...(work ? [`(${work})`] : [])].join(' ')
      row[rounded(server.size)] = value > limit ? `MISSED: ${text}` : text
      if (value > limit) missed.push(`${name}, ${rounded(server.size)} estimates: ${text}, budget ${inUnit(limit)}`)
    }
    table[name] = row
  }
  return { table, missed }
}

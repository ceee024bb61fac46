import { parseArgs } from 'node:util'
import type { Engine } from './database-access.ts'

export type FuzzOptions = {
  readonly seed: number
  /** The number of steps on each engine. */
  readonly count: number
  readonly engines: readonly Engine[]
  readonly dist: string
  /** Continues after a finding. */
  readonly keepGoing: boolean
  /** Runs only steps whose family contains this, such as a procedure. An empty text runs all. */
  readonly match: string
  /** Runs only these steps, in order. */
  readonly only: readonly number[]
}

const engines = ['sqlite', 'postgresql'] as const
const maxSeed = 2 ** 31

export const usage = `npm run fuzz -- [--seed S] [--count N] [--engine ${engines.join('|')}] [--dist FOLDER] [--keep-going] [--match TEXT] [--only STEP,STEP-STEP]`

/** @throws {Error} for wrong usage */
export function parseOptions(args: readonly string[]): FuzzOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      count: { type: 'string', default: '10000' },
      engine: { type: 'string' },
      dist: { type: 'string', default: 'dist' },
      'keep-going': { type: 'boolean', default: false },
      match: { type: 'string', default: '' },
      only: { type: 'string' },
    },
  })
  const { engine } = values
  return {
    seed: values.seed === undefined ? Math.floor(Math.random() * maxSeed) : wholeNumber(values.seed),
    count: wholeNumber(values.count),
    engines: engine === undefined ? engines : engines.filter((one) => one === engine),
    dist: values.dist,
    keepGoing: values['keep-going'],
    match: values.match,
    only: (values.only?.split(',') ?? []).flatMap(range),
  }
}

function wholeNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`"${text}" is not a whole number.`)
  return Number(text)
}

function range(text: string): number[] {
  const [first = 0, last = first] = text.split('-').map(wholeNumber)
  return Array.from({ length: Math.max(0, Math.min(last - first, 100_000) + 1) }, (_, index) => first + index)
}

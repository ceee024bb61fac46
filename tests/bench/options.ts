import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const usage = `npm run bench [-- NAME ...] [OPTIONS]
  --rounds N           repetitions whose median is shown
  --seconds N          duration of each load
  --engines A,B        sqlite, postgresql
  --connections N,N    submit, metrics: how many submissions at once
  --keep-up N          submit: seconds at 100 submissions a second; 0 leaves it out
  --rows N             list, find, nudges, privacy, reports, export: stored estimates; stored-photos: photos;
                       pages: photographs of 12 megapixels on the home page
  --sizes N,N          scale, today: stored estimates
  --against A,B        submit, start, mail, scale, processes: folders of other checkouts, which have been built`

const allEngines = ['sqlite', 'postgresql'] as const

function parse() {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: text,
      seconds: text,
      engines: text,
      connections: text,
      'keep-up': text,
      rows: text,
      sizes: text,
      against: text,
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    console.log(usage)
    process.exit()
  }
  const numbers = (name: 'connections' | 'sizes') => values[name]?.split(',').map((each) => wholeNumber(name, each))
  const number = (name: 'rounds' | 'seconds' | 'keep-up' | 'rows') =>
    values[name] === undefined ? undefined : wholeNumber(name, values[name])
  const engines = values.engines?.split(',') ?? allEngines
  const unknown = engines.filter((name) => !allEngines.some((engine) => engine === name))
  if (unknown.length > 0) throw new Error(`Unknown engine: ${unknown.join(', ')}.`)
  const against = values.against?.split(',').map((folder) => resolve(folder)) ?? []
  const unbuilt = against.find((folder) => !existsSync(join(folder, 'dist/server/main.js')))
  if (unbuilt !== undefined) throw new Error(`${unbuilt} has no dist/server/main.js. Build it first.`)
  return {
    names: positionals,
    rounds: number('rounds'),
    seconds: number('seconds'),
    engines: allEngines.filter((engine) => engines.includes(engine)),
    connections: numbers('connections'),
    keepUpSeconds: number('keep-up'),
    rows: number('rows'),
    sizes: numbers('sizes'),
    against,
  }
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name}: "${text}" is not a whole number.`)
  return Number(text)
}

function parseOrExit() {
  try {
    return parse()
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(2)
  }
}

/** The command line's options; each bench has its own defaults. */
export const options = parseOrExit()

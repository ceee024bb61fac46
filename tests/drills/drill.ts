import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { drills } from './drills.ts'
import { engineNames } from './harness/drill.ts'
import { watchPace } from './harness/pace.ts'
import { line, markdownTable, outcome } from './harness/report.ts'
import { type Report, type RunOptions, replayCommand, runDrill, sharedPostgresql } from './harness/run-drill.ts'

const ids = [...new Set(drills.map(({ id }) => id))]
const usage = `npm run drill [-- ID …] [--engine ${engineNames.join('|')}] [--seed S] [--scale 0.1] [--dist PATH] [--soak-minutes N] [--json FILE] [--markdown FILE]
IDs: ${ids.join(' ')}`

function fail(message: string): never {
  console.error(`${message}\n${usage}`)
  process.exit(2)
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        engine: { type: 'string' },
        seed: { type: 'string' },
        scale: { type: 'string', default: '1' },
        dist: { type: 'string' },
        'soak-minutes': { type: 'string', default: '7.5' },
        json: { type: 'string' },
        markdown: { type: 'string' },
      },
    })
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

const { values, positionals } = readArguments()
const wanted = positionals.map((id) => id.toUpperCase())
for (const id of wanted) if (!ids.some((known) => known.toUpperCase() === id)) fail(`Unknown drill "${id}".`)
const engine = engineNames.find((name) => name === values.engine)
if (values.engine && !engine) fail(`Unknown engine "${values.engine}".`)
const scale = Number(values.scale)
const soakMinutes = Number(values['soak-minutes'])
if (!(scale > 0) || !(soakMinutes > 0)) fail('--scale and --soak-minutes must be greater than 0.')

const ownDist = fileURLToPath(new URL('../../dist', import.meta.url))
const postgresql = sharedPostgresql()
const options: RunOptions = {
  seed: values.seed ?? String(Math.floor(Math.random() * 1e9)),
  scale,
  dist: values.dist ? resolve(values.dist) : ownDist,
  soakMinutes,
  postgresql: postgresql.get,
  pace: watchPace(),
}

console.log(`seed ${options.seed}, ${join(options.dist, 'server/main.js')}`)
const reports: Report[] = []
for (const drill of drills) {
  if (wanted.length > 0 && !wanted.includes(drill.id.toUpperCase())) continue
  if (engine && drill.engine !== engine) continue
  const report = await runDrill(drill, options)
  reports.push(report)
  console.log(line(report))
  for (const rule of report.broken) console.log(`          broken: ${rule}`)
  if (report.broken.length > 0) console.log(`          again:  ${replayCommand(report, options, ownDist)}`)
}
await postgresql.stop()
await options.pace.stop()

const count = (result: string) => reports.filter((report) => outcome(report) === result).length
console.log(`${count('pass')} passed, ${count('fail')} failed, ${count('not run')} not run; seed ${options.seed}`)
const repeat = [...positionals, '--seed', options.seed]
for (const name of ['engine', 'scale', 'soak-minutes'] as const)
  if (process.argv.includes(`--${name}`)) repeat.push(`--${name}`, String(values[name]))
const command = `npm run drill -- ${repeat.join(' ')}`
if (values.json) writeFileSync(values.json, `${JSON.stringify({ command, seed: options.seed, reports }, null, 2)}\n`)
if (values.markdown) writeFileSync(values.markdown, markdownTable(reports, command))
process.exit(count('fail') > 0 ? 1 : 0)

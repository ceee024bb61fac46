import { startPostgresql } from '#tests/support/database/postgresql-server.ts'
import type { Engine } from './database-access.ts'
import { describeReport } from './describe-report.ts'
import { type FuzzOptions, parseOptions, usage } from './options.ts'
import { runFuzz } from './run-fuzz.ts'

function optionsOrEnd(): FuzzOptions {
  try {
    return parseOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`)
    process.exit(2)
  }
}

async function fuzzEngine(engine: Engine, options: FuzzOptions): Promise<boolean> {
  const server = engine === 'postgresql' ? await startPostgresql() : undefined
  try {
    const report = await runFuzz({ ...options, engine, postgresqlUrl: server?.url })
    console.log(describeReport(report, engine, options))
    return report.findings.length === 0
  } finally {
    await server?.stop()
  }
}

const options = optionsOrEnd()
console.log(`seed ${options.seed}`)
for (const engine of options.engines) {
  const isGood = await fuzzEngine(engine, options)
  if (!isGood) process.exitCode = 1
  if (!isGood && !options.keepGoing) break
}

import { describe, expect, inject, it } from 'vitest'
import { describeReport } from '#tests/fuzz/describe-report.ts'
import { runFuzz } from '#tests/fuzz/run-fuzz.ts'
import { startedDatabases } from '#tests/support/server/started-folder.ts'

/** Always the same, so that only a change of the code makes these fail; `npm run fuzz` takes a new seed each time. */
const seeds = { sqlite: 1, postgresql: 2 } as const
const count = 1_000
const dist = 'dist'

describe.each(['sqlite', 'postgresql'] as const)('the server on %s', (engine) => {
  it(`withstands ${count} requests of the fuzzer`, async () => {
    const seed = seeds[engine]
    const postgresqlUrl = inject('postgresqlUrl')
    const options = { seed, count, engine, dist, keepGoing: false, match: '', only: [] }
    const started = await startedDatabases(engine)
    const report = await runFuzz({ ...options, postgresqlUrl, started })
    expect(report.findings, describeReport(report, engine, { seed, dist })).toEqual([])
  })
})

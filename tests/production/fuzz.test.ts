import { describe, expect, inject, it } from 'vitest'
import { describeReport } from '#tests/fuzz/describe-report.ts'
import { runFuzz } from '#tests/fuzz/run-fuzz.ts'

/** Always the same, so that a change of the product alone can make these fail; `npm run fuzz` takes a new one each time. */
const seed = 3
const count = 1_500
const dist = 'dist'

describe.each(['sqlite', 'postgresql'] as const)('the server on %s', (engine) => {
  it(`withstands the ${count} requests of the fuzzer's seed ${seed}`, async () => {
    const postgresqlUrl = inject('postgresqlUrl')
    const report = await runFuzz({ seed, count, engine, postgresqlUrl, dist, keepGoing: false, match: '', only: [] })
    expect(report.findings, describeReport(report, engine, { seed, dist })).toEqual([])
  })
})

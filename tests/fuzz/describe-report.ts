import { percentile } from '#tests/support/percentile.ts'
import type { Engine } from './database-access.ts'
import { describeFinding } from './findings.ts'
import type { FuzzReport } from './finish-run.ts'

export function describeReport(
  report: FuzzReport,
  engine: Engine,
  { seed, dist }: { seed: number; dist: string },
): string {
  const { sent, seconds, statuses, acknowledged, health, unexplained, restarts, before, after, findings } = report
  const replay = `npm run fuzz -- --seed ${seed} --engine ${engine}${dist === 'dist' ? '' : ` --dist ${dist}`}`
  const responses = [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, times]) => `${status} × ${times}`)
  const figures = (values: readonly number[]) =>
    `p99 ${percentile(values, 0.99).toFixed()} ms, max ${percentile(values, 1).toFixed()} ms`
  const memory =
    restarts > 0
      ? 'not compared, as the server was started anew'
      : `${megabytes(before)} after the warm-up, ${megabytes(after)} at the end`
  return [
    `${engine}: ${sent} requests in ${seconds.toFixed(1)} s (${Math.round(sent / seconds)} a second), ${acknowledged} submissions acknowledged`,
    `  responses: ${responses.join(', ')}`,
    `  /healthz: ${figures(health.wall)}; without processor time of other programs: ${figures(health.own)}; ${unexplained} late responses or changed rows that no request reproduced`,
    `  memory and descriptors: ${memory}`,
    restarts > 0 ? `  the server was started anew ${restarts} times` : '',
    findings.length === 0 ? '  nothing found' : `  ${findings.length} findings:`,
    ...findings.map((finding) => describeFinding(finding, replay)),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

function megabytes({ megabytes: size, descriptors }: FuzzReport['before']): string {
  return `${size === undefined ? '?' : Math.round(size)} MB and ${descriptors ?? '?'}`
}

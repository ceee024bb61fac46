import { cpus, totalmem } from 'node:os'
import type { Report } from './run-drill.ts'

const cells = (report: Report) => {
  const figures = Object.entries(report.figures).map(([name, value]) => `${name} ${value}`)
  return {
    drill: `${report.id} ${report.title}`,
    engine: report.engine,
    figures: report.skipped ?? figures.join('; '),
    result: outcome(report),
    seconds: report.seconds.toFixed(0),
  }
}

export function outcome({ skipped, broken }: Report): 'pass' | 'fail' | 'not run' {
  if (skipped !== undefined) return 'not run'
  return broken.length === 0 ? 'pass' : 'fail'
}

export function line(report: Report): string {
  const { drill, engine, figures, result, seconds } = cells(report)
  return `${result.padEnd(7)} ${seconds.padStart(5)} s  ${drill} (${engine})  ${figures}`
}

/** The table of docs/reliability.md, with date, machine and command. */
export function markdownTable(reports: readonly Report[], command: string): string {
  const [cpu] = cpus()
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0)
  const minutes = reports.reduce((sum, { seconds }) => sum + seconds, 0) / 60
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${gigabytes} GB, Node ${process.version}, ${process.platform}`
  const inCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
  const rows = reports.map((report) => {
    const { drill, engine, figures, result, seconds } = cells(report)
    return `| ${inCell(drill)} | ${engine} | ${inCell(figures)} | ${result} | ${seconds} |`
  })
  return [
    `${new Date().toISOString().slice(0, 10)}, ${machine}; \`${command}\`, ${minutes.toFixed(0)} minutes:`,
    '',
    '| drill | engine | figures | result | s |',
    '|---|---|---|---|---:|',
    ...rows,
    '',
  ].join('\n')
}

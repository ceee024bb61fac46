import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ExportFormat } from '#shared/estimates/estimate-export.ts'

/** Downloads a file of all estimates as the dashboard does, in a process that does nothing else. */
export async function downloadExport(
  origin: string,
  cookie: string,
  format?: ExportFormat,
): Promise<{ ms: number; lines: number; bytes: number }> {
  const response = await fetch(`${origin}/api/trpc/estimates.createExport`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ format }),
  })
  const { result } = await response.json()
  const url = `${origin}${result.data.url}`
  const { stdout } = await promisify(execFile)(process.execPath, ['tests/bench/fast-reader.mjs', url, cookie])
  return JSON.parse(stdout)
}

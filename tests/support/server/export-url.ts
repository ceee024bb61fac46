import type { TestApp } from './test-app.ts'

/** The URL of a CSV file of some estimates, as the server hands it out to an administrator. */
export async function exportUrl(
  server: Pick<TestApp, 'call'>,
  headers: Record<string, string>,
  filter: Record<string, unknown> = {},
): Promise<string> {
  const response = await server.call('estimates.createExport', filter, headers)
  if (response.statusCode !== 200) throw new Error(`createExport answered ${response.body}`)
  return response.json().result.data.url
}

/** The same as the query of a download, for `callAddress`. */
export async function exportQuery(...wanted: Parameters<typeof exportUrl>): Promise<{ ticket: string }> {
  const { searchParams } = new URL(await exportUrl(...wanted), 'http://site.invalid')
  return { ticket: searchParams.get('ticket') ?? '' }
}

/** The query of a download of one person's data, as the server hands it out to an administrator. */
export async function personExportQuery(
  server: Pick<TestApp, 'call'>,
  headers: Record<string, string>,
  id: string,
): Promise<{ ticket: string }> {
  const response = await server.call('privacy.createPersonExport', { id, estimateIds: [id], format: 'text' }, headers)
  const { searchParams } = new URL(response.json().result.data.url, 'http://site.invalid')
  return { ticket: searchParams.get('ticket') ?? '' }
}

import { auth } from '#client/lib/auth/auth-client.ts'
import { maxProposalFile, type WrittenProposal } from '#shared/estimates/written-proposals.ts'

type Uploaded = Pick<WrittenProposal, 'file' | 'revision'> & { readonly problem?: never }

const notReached = 'The file didn’t reach the server. Please try again.'
/** A phone may need minutes for ten megabytes. */
const timeoutMs = 180_000

/** Adds a PDF to a draft. What is wrong with it is for the user. */
export async function uploadPdf(
  { id, revision }: Pick<WrittenProposal, 'id' | 'revision'>,
  file: File,
): Promise<Uploaded | { readonly problem: string }> {
  if (file.size > maxProposalFile) return { problem: 'A PDF can have at most 10 MB.' }
  const address = `/api/proposals/${id}/file?${new URLSearchParams({ name: file.name, revision: String(revision) })}`
  const put = () =>
    fetch(address, {
      method: 'PUT',
      headers: { 'content-type': 'application/pdf' },
      body: file,
      signal: AbortSignal.timeout(timeoutMs),
    })
  try {
    let response = await put()
    if (response.status === 401) {
      await auth.refresh()
      response = await put()
    }
    const body: unknown = await response.json()
    if (response.ok) return body as Uploaded
    const { message } = body as { message?: unknown }
    return { problem: typeof message === 'string' ? message : notReached }
  } catch {
    return { problem: notReached }
  }
}

/** For instance “3.2 MB”, of a million bytes each. */
export function fileSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

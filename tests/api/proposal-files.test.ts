import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { openServerKey } from '#server/accounts/secrets/server-key.ts'
import { requestPath } from '#server/mail/messages/request-link.ts'
import { maxProposalFile } from '#shared/estimates/written-proposals.ts'
import { buildProposal } from '#tests/support/estimates/build-proposal.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { parsed } from '#tests/support/server/email-html.ts'
import { fromElsewhere, trustLoopback } from '#tests/support/server/sender-ip.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

const server = sharedApp({ settings: trustLoopback })
let staff: SignedIn
beforeAll(async () => {
  staff = await signedIn(server, { role: 'staff' })
})

/** A file that begins and ends like a PDF. */
function pdfOf(bytes: number): Buffer {
  const [head, tail] = ['%PDF-1.7\n', '\n%%EOF\n']
  return Buffer.concat([Buffer.from(head), randomBytes(bytes - head.length - tail.length), Buffer.from(tail)])
}

async function storeDraft(columns: Partial<Parameters<typeof buildProposal>[0]> = {}) {
  const estimateId = await storeEstimate(server, { reference: randomUUID(), firstContactAt: server.clock.now() })
  const proposal = buildProposal({ estimateId, ...columns })
  await server.database.transaction((transaction) => transaction.proposal.create({ data: proposal }))
  return {
    id: proposal.id,
    estimateId,
    path: requestPath(await openServerKey(server.database, server.clock), estimateId),
  }
}

type Upload = { revision?: number; name?: string; headers?: Record<string, string>; type?: string }

const upload = (
  id: string,
  payload: Buffer,
  { revision = 1, name = 'Our kitchen.pdf', headers = staff.headers, type = 'application/pdf' }: Upload = {},
) =>
  server.app.inject({
    method: 'PUT',
    url: `/api/proposals/${id}/file`,
    query: { name, revision: String(revision) },
    headers: { 'content-type': type, ...fromElsewhere(), ...headers },
    payload,
  })

const open = (url: string, headers: Record<string, string> = staff.headers) =>
  server.app.inject({ url, headers: { ...fromElsewhere(), ...headers } })

const read = (id: string) =>
  server.database.read.proposal.findUniqueOrThrow({ where: { id }, select: { revision: true, fileId: true } })
const countFiles = (estimateId: string) => server.database.read.storedFile.count({ where: { estimateId } })

describe('the file of a proposal', () => {
  test('B13 is stored whole, up to 10 MB, in place of an earlier one', async () => {
    const draft = await storeDraft()
    await upload(draft.id, pdfOf(1_000))
    const bytes = pdfOf(maxProposalFile)
    const answer = await upload(draft.id, bytes, { revision: 2, name: '../Küche\u202e & "Bad".PDF' })
    expect(answer.statusCode).toBe(200)
    const { file, revision } = answer.json()
    expect([file.name, file.bytes, revision]).toEqual(['-Küche & -Bad-.pdf', maxProposalFile, 3])
    expect(await read(draft.id)).toEqual({ revision: 3, fileId: file.id })
    expect(await countFiles(draft.estimateId)).toBe(1)

    const sent = await open(`/preview/${draft.id}/file`)
    expect(sent.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="-K_che & -Bad-.pdf"; filename*=UTF-8''-K%C3%BCche%20%26%20-Bad-.pdf`,
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(sent.rawPayload.equals(bytes)).toBe(true)
  })

  test('is downloaded by the visitor once it is sent', async () => {
    const draft = await storeDraft()
    const bytes = pdfOf(5_000)
    await upload(draft.id, bytes)
    expect((await open(`${draft.path}/file`, {})).statusCode).toBe(404)
    await server.database.transaction(({ proposal }) =>
      proposal.updateMany({ where: { id: draft.id }, data: { sentAt: server.clock.now() } }),
    )
    expect((await open(draft.path, {})).body).toContain(`<a href="${draft.path}/file" download`)
    const sent = await open(`${draft.path}/file`, {})
    expect(sent.rawPayload.equals(bytes)).toBe(true)
    expect(sent.headers['content-security-policy']).toBe('sandbox')
    expect((await upload(draft.id, bytes, { revision: 2 })).statusCode).toBe(409)
  })

  test('is refused with a sentence where it is no PDF, too large or late', async () => {
    const draft = await storeDraft()
    const noPdf = 'This is not a PDF. Please choose another file.'
    const changed = 'This draft has been changed in the meantime. Nothing was saved.'
    const refusals = [
      [400, noPdf, upload(draft.id, Buffer.from('<html>%PDF- %%EOF'))],
      [400, noPdf, upload(draft.id, Buffer.concat([Buffer.from('%PDF-1.7 %%EOF'), Buffer.alloc(2_000)]))],
      [400, noPdf, upload(draft.id, Buffer.alloc(0))],
      [415, noPdf, upload(draft.id, pdfOf(100), { type: 'image/png' })],
      [413, 'A PDF can have at most 10 MB.', upload(draft.id, pdfOf(maxProposalFile + 1))],
      [409, changed, upload(draft.id, pdfOf(100), { revision: 2 })],
      [409, changed, upload(draft.id, pdfOf(100), { revision: Number.NaN })],
      [404, 'There is no such proposal.', upload(randomUUID(), pdfOf(100))],
      [404, 'There is no such proposal.', upload('%00', pdfOf(100))],
      [401, 'Please sign in first.', upload(draft.id, pdfOf(100), { headers: { 'sec-fetch-site': 'same-origin' } })],
    ] as const
    for (const [status, message, answering] of refusals) {
      const answer = await answering
      expect(answer.statusCode, message).toBe(status)
      expect(answer.json()).toEqual({ message })
    }
    expect(await read(draft.id)).toEqual({ revision: 1, fileId: null })
    expect(await countFiles(draft.estimateId)).toBe(0)
  })

  test('B5 and the preview are for the staff alone, from this site', async () => {
    const draft = await storeDraft()
    const { cookie } = staff
    for (const headers of [
      { cookie },
      { cookie, 'sec-fetch-site': 'cross-site' },
      { cookie, origin: 'https://evil.example' },
    ])
      expect((await upload(draft.id, pdfOf(100), { headers: headers as Record<string, string> })).statusCode).toBe(403)
    const visitor = await signedIn(server, { role: 'user' })
    expect((await upload(draft.id, pdfOf(100), { headers: visitor.headers })).statusCode).toBe(403)
    for (const url of [`/preview/${draft.id}`, `/preview/${draft.id}/file`]) {
      expect((await open(url, {})).statusCode).toBe(401)
      expect((await open(url, visitor.headers)).statusCode).toBe(403)
    }
    for (const id of [randomUUID(), '%00', '..%2f..']) expect((await open(`/preview/${id}`)).statusCode).toBe(404)
    expect((await open(`/preview/${draft.id}/file`)).statusCode).toBe(404)
    expect(await read(draft.id)).toEqual({ revision: 1, fileId: null })
  })
})

test('a draft is previewed as its page, without a form that works and without writing anything', async () => {
  const lines = JSON.stringify([
    { text: 'New counters', cents: 120_000 },
    { text: '', cents: null },
  ])
  const draft = await storeDraft({ lines, validUntil: '2026-02-04' })
  const { statusCode, headers, body } = await open(`/preview/${draft.id}`)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  const page = parsed(body).documentElement
  expect(page.textContent).toContain('Preview: this is what your customer sees.')
  expect(page.textContent).toContain('Total $1,200.00')
  expect(page.textContent).toContain('This proposal is valid until Wed, Feb 4, 2026.')
  const forms = [...page.querySelectorAll('form')]
  expect(forms).toHaveLength(3)
  for (const form of forms) expect(form.querySelector('fieldset')?.hasAttribute('disabled')).toBe(true)
  expect(body).not.toContain('<script')
  expect(await read(draft.id)).toEqual({ revision: 1, fileId: null })
})

test('a preview says whether the customer sees the proposal', async () => {
  const sentAt = server.clock.now()
  const first = await storeDraft({ sentAt, withdrawnAt: sentAt })
  const store = async (columns: { number: number; sentAt: Date | null }) => {
    const proposal = buildProposal({ estimateId: first.estimateId, ...columns })
    await server.database.transaction((transaction) => transaction.proposal.create({ data: proposal }))
    return proposal
  }
  const replaced = await store({ number: 2, sentAt })
  const present = await store({ number: 3, sentAt })
  const draft = await store({ number: 4, sentAt: null })
  const note = async ({ id }: { id: string }) =>
    parsed((await open(`/preview/${id}`)).body).querySelector('[role=note]')?.textContent
  const [seen, unseen] = [
    'Preview: this is what your customer sees.',
    'Preview: your customer no longer sees this proposal.',
  ]
  expect(await Promise.all([first, replaced, present, draft].map(note))).toEqual([unseen, unseen, seen, seen])
})

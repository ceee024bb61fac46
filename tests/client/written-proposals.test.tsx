import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sendProblem } from '#client/features/admin/estimate/proposal-writer.tsx'
import type { ProposalValues } from '#client/features/admin/estimate/use-proposal-draft.ts'
import { entryDraftsKey } from '#client/lib/device-storage.ts'
import type { EstimateWork } from '#shared/estimates/estimate-work.ts'
import type { ProposalDraft, WrittenProposal } from '#shared/estimates/written-proposals.ts'
import { button, field } from '#tests/support/client/controls.ts'
import { answerRequest, type WorkedRequest } from '#tests/support/client/estimate-detail.ts'
import { dataAnswer, errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { FakeStream } from '#tests/support/client/fake-stream.ts'
import { requestPath, showRequest, timeline } from '#tests/support/client/fetch-page.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { answerList, listedEstimate } from '#tests/support/estimates/listed-estimates.ts'
import { todayEstimate, todayResponse } from '#tests/support/estimates/today-response.ts'

const api = staffApi(requestPath)

const contacted = {
  firstContactAt: '2026-01-05T18:00:00.000Z',
  status: 'in_progress',
  proposalPromisedOn: '2026-01-08',
  proposalDueOn: '2026-01-08',
} as const

const link = 'https://example.com/request/a-token'
const firstId = '018f0000-0000-7000-8000-000000000a01'

/** A proposal that was sent on Tuesday. */
const sentProposal: WrittenProposal = {
  id: firstId,
  number: 1,
  revision: 3,
  lines: [{ text: 'Cabinets', cents: 1_240_000 }],
  note: 'Permits are included.',
  starts: 'March',
  duration: '',
  validUntil: '2026-02-05',
  remind: false,
  file: null,
  sentAt: '2026-01-06T15:00:00.000Z',
  openedAt: null,
  withdrawnAt: null,
  answer: null,
  answerText: null,
  answeredAt: null,
}
const draftProposal: WrittenProposal = { ...sentProposal, sentAt: null, revision: 1 }

let request: WorkedRequest
/** What the server has, newest first. */
let proposals: WrittenProposal[]

beforeEach(() => {
  // A Wednesday, at noon in New York.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-07T17:00:00Z') })
  vi.stubGlobal('EventSource', FakeStream)
  sessionStorage.removeItem(entryDraftsKey)
  request = answerRequest(api)
  request.work = { ...request.work, ...contacted }
  proposals = []
  api.answerTo('proposals.list', () => dataAnswer({ proposals, link }))
  api.answerTo('proposals.save', (input) => {
    const { proposalId, revision, draft } = input as { proposalId: string; revision: number; draft: ProposalDraft }
    const [former] = proposals.filter(({ id }) => id === proposalId)
    if (former ? former.revision !== revision : proposals.some(({ sentAt }) => sentAt === null))
      return errorAnswer('CONFLICT', 409, undefined, undefined, 'This draft has been changed in the meantime.')
    const number = former?.number ?? proposals.length + 1
    const id = former?.id ?? `018f0000-0000-7000-8000-000000000a0${number}`
    const saved = {
      ...sentProposal,
      ...former,
      ...draft,
      sentAt: null,
      id,
      number,
      revision: (former?.revision ?? 0) + 1,
    }
    proposals = [saved, ...proposals.filter((one) => one.id !== id)]
    return dataAnswer(saved)
  })
  api.answerTo('proposals.send', () => {
    const [draft, ...others] = proposals
    if (!draft) return errorAnswer('NOT_FOUND', 404)
    proposals = [{ ...draft, sentAt: '2026-01-07T17:00:00.000Z' }, ...others]
    const event = { kind: 'proposal_sent', number: draft.number, cents: 1 }
    request.changeBy('ada@example.com', { proposalSentAt: '2026-01-07T17:00:00.000Z' }, event)
    return dataAnswer({ work: request.work, timeline: request.timeline })
  })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

const saves = () => inputsOf(api, 'proposals.save').map(({ draft }) => draft as ProposalDraft)
const sendButton = () => button(/^Send to/)
const rows = () => within(screen.getByRole('list', { name: 'Written proposals' })).getAllByRole('listitem')

async function write() {
  const { user, ...site } = await showRequest()
  await user.click(await screen.findByRole('button', { name: /^(Write proposal|Go on writing)…$/ }))
  await screen.findByLabelText('Line 1')
  return { user, ...site }
}

const isSaved = () => screen.findByText('Draft saved.')

describe('writing a proposal', () => {
  it('adds lines with Enter, adds up to the cent, and saves the draft as it is typed', async () => {
    const { user } = await write()
    expect(document.activeElement).toBe(field('Line 1'))
    expect(screen.queryByRole('button', { name: 'Write proposal…' })).toBeNull()
    await user.keyboard('Cabinets{Enter}1,250{Enter}Countertop{Enter}0.1{Enter}Backsplash{Enter}0.20')
    expect(document.activeElement).toBe(field('Amount of line 3 in $'))
    expect(screen.getByText('$1,250.30')).toBeTruthy()
    expect(field('Amount of line 2 in $').value).toBe('0.10')
    await isSaved()
    expect(saves().at(-1)).toEqual({
      lines: [
        { text: 'Cabinets', cents: 125_000 },
        { text: 'Countertop', cents: 10 },
        { text: 'Backsplash', cents: 20 },
      ],
      note: '',
      starts: '',
      duration: '',
      validUntil: '2026-02-06',
      remind: true,
    })
    await user.click(button('Remove line 2'))
    expect(document.activeElement).toBe(field('Line 2'))
    expect(field('Line 2').value).toBe('Backsplash')
    expect(screen.getByText('$1,250.20')).toBeTruthy()
    await user.paste(', white\nand the grout')
    const backsplash = { text: 'Backsplash, white and the grout', cents: 20 }
    await waitFor(() => expect(saves().at(-1)?.lines[1]).toEqual(backsplash), { timeout: 3_000 })
    expect(inputsOf(api, 'proposals.save').map(({ proposalId }) => proposalId)).toEqual([null, firstId])
  })

  it('says at its field that an amount is none, and has at most 40 lines', async () => {
    proposals = [{ ...draftProposal, lines: Array.from({ length: 40 }, () => ({ text: 'Work', cents: 100 })) }]
    const { user } = await write()
    expect(button('Add a line').getAttribute('aria-disabled')).toBe('true')
    await user.click(field('Amount of line 40 in $'))
    await user.keyboard('{Enter}')
    expect(screen.queryByLabelText('Line 41')).toBeNull()
    await user.clear(field('Amount of line 40 in $'))
    await user.keyboard('12,34')
    expect(screen.getByText('$39')).toBeTruthy()
    await user.tab()
    expect(await screen.findByText('Write it like 1,250.50.')).toBeTruthy()
    expect(field('Amount of line 40 in $').value).toBe('12,34')
  })

  it('sends what is saved with one press, and then shows the state', async () => {
    const { user } = await write()
    await user.keyboard('Cabinets{Enter}12,400')
    await user.click(sendButton())
    expect(await screen.findByText('Proposal sent to Ada Romero.')).toBeTruthy()
    expect(saves().at(-1)?.lines).toEqual([{ text: 'Cabinets', cents: 1_240_000 }])
    expect(inputsOf(api, 'proposals.send')).toEqual([{ id: 'first', version: 1, proposalId: firstId, revision: 1 }])
    expect(rows()[0]?.textContent).toContain('Proposal 1, $12,400')
    expect(rows()[0]?.textContent).toContain('Sent Wed, Jan 7. Valid until Feb 6, 2026.')
    expect(timeline().getByText('Proposal 1 sent, $0.01')).toBeTruthy()
    expect(screen.queryByLabelText('Line 1')).toBeNull()
    expect(document.activeElement?.textContent).toBe('Written proposals')
  })

  it('says that the email was saved to a file where no mail service is set up', async () => {
    document.documentElement.dataset.mail = 'files'
    proposals = [draftProposal]
    const { user } = await write()
    await user.click(sendButton())
    expect(await screen.findByText('Proposal saved to a file, not sent to Ada Romero.')).toBeTruthy()
  })

  it('shows who was first when it was sent already', async () => {
    proposals = [draftProposal]
    const { user } = await write()
    proposals = [sentProposal]
    const refusal = 'max@example.com has already sent this proposal.'
    api.answerTo('proposals.send', errorAnswer('CONFLICT', 409, undefined, undefined, refusal))
    await user.click(sendButton())
    expect(await screen.findByText(refusal)).toBeTruthy()
    expect(await screen.findByText(/^Sent Tue, Jan 6\./)).toBeTruthy()
    expect(screen.queryByLabelText('Line 1')).toBeNull()
  })

  it('keeps what could not be saved in the form and in this tab, and tries again with the next change', async () => {
    api.answerTo('proposals.save', 'hang up')
    const { user, unmount } = await write()
    await user.keyboard('Cabinets')
    const failure = await screen.findByText(/^Draft not saved\. We couldn’t reach the server/)
    expect(failure.getAttribute('role')).toBe('alert')
    unmount()
    proposals = []
    const again = await showRequest()
    expect((await screen.findByLabelText<HTMLInputElement>('Line 1')).value).toBe('Cabinets')
    api.answerTo('proposals.save', dataAnswer({ ...draftProposal, lines: [{ text: 'Cabinets!', cents: null }] }))
    await again.user.type(field('Line 1'), '!')
    await isSaved()
    expect(sessionStorage.getItem(entryDraftsKey) ?? '').not.toContain('Cabinets')
  })

  it('saves once the connection is back, and says only once that it was lost', async () => {
    proposals = [draftProposal]
    const { user } = await write()
    api.answerTo('proposals.save', 'hang up')
    await user.type(field('Line 1'), '!')
    await screen.findByText(/^Draft not saved\. We couldn’t reach the server.* What you typed stays here/)
    await user.click(sendButton())
    await waitFor(() => expect(sendButton().textContent).not.toBe('Sending…'))
    expect(await screen.findAllByText(/We couldn’t reach the server/)).toHaveLength(1)
    api.answerTo('proposals.save', dataAnswer({ ...draftProposal, revision: 2 }))
    window.dispatchEvent(new Event('online'))
    await isSaved()
    expect(screen.getByText(/^Not done\. We couldn’t reach the server/)).toBeTruthy()
  })

  it('saves at once when the page is left', async () => {
    const { user, router } = await write()
    answerList(api, [])
    await user.keyboard('Cabinets')
    await router.navigate({ to: '/admin' })
    await waitFor(() => expect(saves().at(-1)?.lines).toEqual([{ text: 'Cabinets', cents: null }]))
  })

  it('has the browser ask before it closes the tab over what is not saved yet', async () => {
    const { user } = await write()
    const close = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    await user.keyboard('Cabinets')
    expect(close()).toBe(true)
    await isSaved()
    expect(close()).toBe(false)
  })

  it.each([
    ['Load theirs', 'Windows', 0],
    ['Keep mine', 'Doors', 1],
  ])('leaves the choice between two drafts to the user: %s', async (choice, text, savesMore) => {
    proposals = [draftProposal]
    const { user } = await write()
    proposals = [{ ...draftProposal, revision: 2, lines: [{ text: 'Windows', cents: 100 }] }]
    await user.clear(field('Line 1'))
    await user.keyboard('Doors')
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toContain('Somebody else changed this proposal')
    expect(notice.textContent).toContain('This draft has been changed in the meantime. What you typed is still here.')
    expect(field('Line 1').value).toBe('Doors')
    expect(sendButton().getAttribute('aria-disabled')).toBe('true')
    const before = saves().length
    await user.click(button(choice))
    await isSaved()
    expect(field('Line 1').value).toBe(text)
    expect(document.activeElement).toBe(field('Line 1'))
    expect(proposals[0]?.lines[0]?.text).toBe(text)
    expect(saves()).toHaveLength(before + savesMore)
  })

  it('goes on with a draft that a colleague has begun while the page was open', async () => {
    const { user } = await showRequest()
    proposals = [draftProposal]
    await user.click(button('Write proposal…'))
    expect((await screen.findByLabelText<HTMLInputElement>('Line 1')).value).toBe('Cabinets')
  })

  it('is no longer offered after ten that were sent', async () => {
    proposals = Array.from({ length: 10 }, (_, index) => ({ ...sentProposal, id: `p${index}`, number: 10 - index }))
    await showRequest()
    await screen.findByText('Proposal 10')
    expect(screen.queryByRole('button', { name: /^Write / })).toBeNull()
    expect(screen.getByText('10 proposals were sent, which is the most for one request.')).toBeTruthy()
  })

  it('never writes over a draft that a colleague has begun meanwhile', async () => {
    const { user } = await write()
    proposals = [draftProposal]
    await user.keyboard('Doors')
    expect((await screen.findByRole('alert')).textContent).toContain('Somebody else changed this proposal')
    expect(proposals).toEqual([draftProposal])
  })

  it('adds a PDF to the saved draft, and loses nothing when the server refuses it', async () => {
    const refused = { status: 400, body: { message: 'This is no PDF.' } }
    const added = { status: 200, body: { file: { id: 'file', name: 'plan.pdf', bytes: 3_200_000 }, revision: 2 } }
    const answers = [refused, added]
    const sent: string[] = []
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      if (init?.method !== 'PUT') return await fetch(input, init)
      sent.push(String(input))
      const { status, body } = answers.shift() ?? refused
      return new Response(JSON.stringify(body), { status })
    })
    const { user } = await write()
    await user.keyboard('Cabinets')
    const plan = new File(['%PDF-'], 'plan.pdf', { type: 'application/pdf' })
    await user.upload(field('PDF (optional)'), plan)
    expect(await screen.findByText('This is no PDF.')).toBeTruthy()
    expect(field('Line 1').value).toBe('Cabinets')
    await user.upload(field('PDF (optional)'), plan)
    expect(await screen.findByText('plan.pdf, 3.2 MB')).toBeTruthy()
    expect(sent).toEqual(Array(2).fill(`/api/proposals/${firstId}/file?name=plan.pdf&revision=1`))
    api.answerTo('proposals.removeFile', dataAnswer({ ...draftProposal, revision: 3 }))
    await user.click(button('Remove the PDF'))
    await screen.findByLabelText('PDF (optional)')
    await waitFor(() => expect(document.activeElement).toBe(field('PDF (optional)')))
    expect(inputsOf(api, 'proposals.removeFile')).toEqual([{ id: 'first', proposalId: firstId, revision: 2 }])
  })

  it('has the preview of the draft, and discards it after a question', async () => {
    proposals = [draftProposal]
    api.answerTo('proposals.discard', () => {
      proposals = []
      return dataAnswer(null)
    })
    const { user } = await write()
    expect(screen.getByRole('link', { name: 'Preview' }).getAttribute('href')).toBe(`/preview/${firstId}`)
    await user.click(button('Discard draft…'))
    await user.click(button('Keep it'))
    expect(document.activeElement).toBe(button('Discard draft…'))
    await user.click(button('Discard draft…'))
    await user.click(button('Discard'))
    await waitFor(() =>
      expect(inputsOf(api, 'proposals.discard')).toEqual([{ id: 'first', proposalId: firstId, revision: 1 }]),
    )
    await waitFor(() => expect(screen.queryByLabelText('Line 1')).toBeNull())
  })

  it('forgets that it could not be saved for its preview once it is saved', async () => {
    proposals = [draftProposal]
    const { user } = await write()
    api.answerTo('proposals.save', errorAnswer('INTERNAL_SERVER_ERROR', 500))
    await user.type(field('Note (optional)'), ' Really.')
    await user.click(screen.getByRole('link', { name: 'Preview' }))
    expect(await screen.findByText(/^Draft not saved\./)).toBeTruthy()
    api.answerTo('proposals.save', ({ draft }) => dataAnswer({ ...draftProposal, ...(draft as ProposalDraft) }))
    await user.type(field('Note (optional)'), ' Yes.')
    await isSaved()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is offered in the command palette', async () => {
    const { user } = await showRequest()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox', { name: /^Search requests/ }), 'write prop{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(field('Line 1')))
  })
})

describe('sendProblem', () => {
  const whole: ProposalValues = {
    lines: [
      { text: 'Cabinets', amount: '12,400' },
      { text: ' ', amount: '' },
    ],
    note: '',
    starts: '',
    duration: '',
    validUntil: '2026-01-07',
    remind: true,
  }
  const about = { name: 'Ada', total: 1_240_000 }
  const problem = (
    values: Partial<ProposalValues>,
    work: Partial<EstimateWork> = {},
    others: Partial<typeof about> = {},
  ) => sendProblem({ ...whole, ...values }, { work: { ...request.work, ...work }, ...about, ...others })

  it('finds none in a whole proposal, whose blank lines do not count', () => expect(problem({})).toBeUndefined())

  it.each<[string, ...Parameters<typeof problem>]>([
    ['This request is won. Set its outcome to Open first.', {}, { outcome: 'won' }],
    ['The customer has withdrawn this request.', {}, { withdrawnAt: '2026-01-07T15:00:00.000Z' }],
    ['Nobody has contacted Ada yet. Log the contact first.', {}, { firstContactAt: null }],
    ['Line 2 still needs a text.', { lines: [...whole.lines.slice(0, 1), { text: '', amount: '5' }] }],
    ['Line 1 still needs an amount.', { lines: [{ text: 'Cabinets', amount: '0' }] }],
    ['Add what you do, and what it costs.', { lines: [{ text: '', amount: '' }] }, {}, { total: 0 }],
    ['The total can be at most $99,999,999.99.', {}, {}, { total: 10_000_000_000 }],
    ['Choose the day until which it is valid.', { validUntil: '' }],
    ['“Valid until” is in the past. Choose a later day.', { validUntil: '2026-01-06' }],
  ])('says: %s', (text, ...args) => expect(problem(...args)).toBe(text))

  it('stands beside the button, which then does nothing; without an address it is marked as sent, with its link', async () => {
    request = answerRequest(api, { email: '' })
    request.work = { ...request.work, ...contacted }
    proposals = [draftProposal]
    const { user } = await write()
    const reason = document.getElementById(sendButton().getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toContain('Ada Romero has no email address.')
    expect(screen.queryByLabelText(/^Remind the customer/)).toBeNull()
    await user.click(sendButton())
    expect(inputsOf(api, 'proposals.send')).toEqual([])
    await user.click(button('Mark sent, and copy the link'))
    expect(await screen.findByText('Proposal marked as sent. Give Ada Romero the link.')).toBeTruthy()
    const seen = { id: 'first', version: 1, proposalId: firstId, revision: 1 }
    expect(inputsOf(api, 'proposals.send')).toEqual([{ ...seen, withoutEmail: true }])
    expect(await navigator.clipboard.readText()).toBe(link)
  })
})

/** Adds an email about the proposal to the timeline, and what became of it. */
function sendEmail(id: string, end: Record<string, unknown>): void {
  const mail = { kind: 'mail', mail: 'proposal.sent', at: sentProposal.sentAt }
  request.changeBy('', {}, { ...mail, id: `${id}.queued`, state: 'queued' })
  request.changeBy('', {}, { ...mail, id: `${id}.${end.state}`, ...end })
}

describe('the written proposals of a request', () => {
  it.each<[string, string, Partial<WrittenProposal>]>([
    ['Sent', 'Sent Tue, Jan 6. Valid until Feb 5, 2026.', {}],
    [
      'Opened',
      'Sent Tue, Jan 6. Opened Wed, Jan 7. Valid until Feb 5, 2026.',
      { openedAt: '2026-01-07T15:00:00.000Z' },
    ],
    [
      'Accepted',
      'Sent Tue, Jan 6. Accepted Wed, Jan 7 by “Ada R.”.',
      { answer: 'accepted', answerText: 'Ada R.', answeredAt: '2026-01-07T15:00:00.000Z' },
    ],
    [
      'Changes asked for',
      'Sent Tue, Jan 6. Changes asked for Wed, Jan 7. Valid until Feb 5, 2026.Without the sink.',
      { answer: 'changes', answerText: 'Without the sink.', answeredAt: '2026-01-07T15:00:00.000Z' },
    ],
    [
      'Declined',
      'Sent Tue, Jan 6. Declined Wed, Jan 7. Valid until Feb 5, 2026.Reason: Price',
      { answer: 'declined', answerText: 'price', answeredAt: '2026-01-07T15:00:00.000Z' },
    ],
    ['Expired', 'Sent Tue, Jan 6. Was valid until Jan 6, 2026.', { validUntil: '2026-01-06' }],
    ['Withdrawn', 'Sent Tue, Jan 6. Withdrawn Wed, Jan 7.', { withdrawnAt: '2026-01-07T15:00:00.000Z' }],
    ['Draft', 'Not sent yet. Valid until Feb 5, 2026.', { sentAt: null }],
  ])('says %s with its dates', async (state, text, fields) => {
    proposals = [{ ...sentProposal, ...fields }]
    await showRequest()
    expect((await screen.findByText(state)).closest('li')?.textContent).toContain(`Proposal 1, $12,400${state}${text}`)
  })

  it('says which one has replaced another, and that an email was not delivered', async () => {
    const second = { ...sentProposal, id: '018f0000-0000-7000-8000-000000000a02', number: 2 }
    proposals = [second, sentProposal]
    sendEmail(second.id, { state: 'failed', failure: 'bounced', messageId: second.id })
    await showRequest()
    await screen.findByText('Sent, not delivered')
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Proposal 2, .*Write a new version…PreviewCopy linkWithdraw…$/),
      expect.stringMatching(/^Proposal 1, \$12,400ReplacedSent Tue, Jan 6\. Replaced by proposal 2\.Preview$/),
    ])
    expect(screen.queryByRole('button', { name: 'Write proposal…' })).toBeNull()
    expect(screen.getByRole('region', { name: 'Proposal to the customer failed' })).toBeTruthy()
  })

  it('says what became of its email when that was sent again', async () => {
    proposals = [sentProposal]
    const failed = { state: 'failed', failure: 'bounced' }
    sendEmail(firstId, { ...failed, messageId: null })
    sendEmail('again', { ...failed, messageId: 'again' })
    const { unmount } = await showRequest()
    expect(await screen.findByText('Sent, not delivered')).toBeTruthy()
    unmount()
    sendEmail('once-more', { state: 'sent' })
    await showRequest()
    expect(await screen.findByText('Sent')).toBeTruthy()
  })

  it('says that its email became a file', async () => {
    proposals = [sentProposal]
    sendEmail(firstId, { state: 'saved' })
    await showRequest()
    const state = 'Saved to a fileSent Tue, Jan 6.'
    expect((await screen.findByText('Saved to a file')).closest('li')?.textContent).toContain(`$12,400${state}`)
  })

  it('withdraws after a question, and says why not', async () => {
    proposals = [sentProposal]
    api.answerTo('proposals.withdraw', errorAnswer('CONFLICT', 409, undefined, undefined, 'Changed meanwhile.'))
    const { user } = await showRequest()
    await user.click(await screen.findByRole('button', { name: 'Withdraw…' }))
    await user.click(button('Withdraw'))
    expect(await screen.findByText('Not withdrawn. Changed meanwhile.')).toBeTruthy()
    api.answerTo('proposals.withdraw', () => {
      proposals = [{ ...sentProposal, withdrawnAt: '2026-01-07T17:00:00.000Z' }]
      request.changeBy('ada@example.com', {}, { kind: 'proposal_withdrawn', number: 1 })
      return dataAnswer({ work: request.work, timeline: request.timeline })
    })
    await user.click(button('Withdraw…'))
    await user.click(button('Withdraw'))
    expect(await screen.findByText('Withdrawn')).toBeTruthy()
    expect(screen.getByText('Proposal 1 withdrawn.')).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Written proposals')
    expect(timeline().getByText('Proposal 1 withdrawn')).toBeTruthy()
    expect(inputsOf(api, 'proposals.withdraw').at(-1)).toEqual({ id: 'first', version: 1, proposalId: firstId })
  })

  it.each([
    ['Sent on Jan 6, 2026, $12,400', [sentProposal]],
    [
      'First sent on Jan 6, 2026, now $12,400',
      [{ ...sentProposal, id: 'second', number: 2, sentAt: '2026-01-07T15:00:00.000Z' }, sentProposal],
    ],
  ])('says %s', async (text, sent) => {
    request.work = { ...request.work, proposalSentAt: String(sentProposal.sentAt), proposalCents: 1_240_000 }
    proposals = sent
    await showRequest()
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('begins a new version with the same text, for another 30 days', async () => {
    proposals = [sentProposal]
    const { user } = await showRequest()
    await user.click(await screen.findByRole('button', { name: 'Write a new version…' }))
    await isSaved()
    expect(saves()).toEqual([
      {
        lines: sentProposal.lines,
        note: sentProposal.note,
        starts: 'March',
        duration: '',
        validUntil: '2026-02-06',
        remind: true,
      },
    ])
    expect(field('Amount of line 1 in $').value).toBe('12,400')
    expect(rows()).toHaveLength(1)
  })
})

describe('the customer’s answer', () => {
  const answered = (answer: string, text: string) => {
    request.changeBy('', {}, { kind: 'proposal_sent', number: 1, cents: 100 })
    request.changeBy('', {}, { kind: 'proposal_answered', number: 1, answer, text })
  }

  it('is followed by Mark won, which the customer never does', async () => {
    answered('accepted', 'Ada R.')
    const { user } = await showRequest()
    const notice = within(screen.getByRole('region', { name: 'Proposal 1: accepted' }))
    expect(notice.getByText(/^By “Ada R\.” on /)).toBeTruthy()
    await user.click(notice.getByRole('button', { name: 'Mark won' }))
    await waitFor(() => expect(inputsOf(api, 'estimates.setOutcome')).toMatchObject([{ outcome: 'won', reason: '' }]))
    expect(screen.queryByRole('region', { name: 'Proposal 1: accepted' })).toBeNull()
  })

  it.each<[string, () => void, string, string]>([
    ['a proposal is declined', () => answered('declined', 'someone-else'), 'Proposal 1: declined', 'Someone else'],
    [
      'the request is withdrawn',
      () =>
        request.changeBy(
          '',
          { withdrawnAt: '2026-01-07T15:00:00.000Z', dueAt: null, proposalDueOn: null },
          { kind: 'visitor_withdrew' },
        ),
      'Withdrawn by the customer',
      'Withdrawn by the customer',
    ],
  ])('fills in the reason when %s', async (_when, change, title, reason) => {
    change()
    const { user } = await showRequest()
    const notice = within(screen.getByRole('region', { name: title }))
    await user.click(notice.getByRole('button', { name: 'Save as lost…' }))
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reason lost (optional)').value).toBe(reason)
    await user.click(button('Save as lost'))
    await waitFor(() => expect(inputsOf(api, 'estimates.setOutcome')).toMatchObject([{ outcome: 'lost', reason }]))
    expect(screen.queryByRole('region', { name: title })).toBeNull()
  })

  it('that asks for changes leads to a new version, and counts for nothing after the next one', async () => {
    answered('changes', 'Without the sink.')
    proposals = [sentProposal]
    const { user } = await showRequest()
    const title = 'Proposal 1: changes asked for'
    expect(screen.getByRole('region', { name: title }).textContent).toContain('Without the sink.')
    await user.click(
      within(screen.getByRole('region', { name: title })).getByRole('button', { name: 'Write a new version…' }),
    )
    await screen.findByLabelText('Line 1')
    await user.click(sendButton())
    await waitFor(() => expect(screen.queryByRole('region', { name: title })).toBeNull())
  })
})

describe('a request that the customer withdrew', () => {
  const withdrawn = { ...contacted, dueAt: null, withdrawnAt: '2026-01-07T15:00:00.000Z' }
  const label = 'Withdrawn by the customer'

  it.each(['cards', 'compact', 'table'])('says so in the list as %s, and is no possible spam', async (view) => {
    answerList(api, [listedEstimate(withdrawn)])
    await renderSite(`/admin?view=${view}`)
    expect(await (view === 'compact' ? screen.findByTitle(label) : screen.findByText(label))).toBeTruthy()
    expect(screen.queryByText(/Possible spam$/, { selector: 'span' })).toBeNull()
  })

  it('goes on when the staff say so', async () => {
    request.changeBy('', { withdrawnAt: withdrawn.withdrawnAt, dueAt: null }, { kind: 'visitor_withdrew' })
    const { user } = await showRequest()
    await user.click(within(screen.getByRole('region', { name: label })).getByRole('button', { name: 'Not withdrawn' }))
    await waitFor(() => expect(inputsOf(api, 'estimates.resume')).toHaveLength(1))
    expect(screen.queryByRole('region', { name: label })).toBeNull()
  })

  it('says so on Today', async () => {
    api.answerTo('admin.today', dataAnswer(todayResponse({ followUps: [todayEstimate(withdrawn)] })))
    await renderSite('/admin/today')
    expect(await screen.findByText(label)).toBeTruthy()
  })
})

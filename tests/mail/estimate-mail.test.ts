import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, it } from 'vitest'
import { createLogger } from '#server/logging/logger.ts'
import { createFileTransport } from '#server/mail/transports/file.ts'
import { storeTestPhoto } from '#tests/support/estimates/store-file.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'
import { mailSettings, outboxPerFile } from './outbox-fixture.ts'

const fixture = outboxPerFile()

const patience = { timeout: 10_000, interval: 20 }
const [staff, visitor] = ['office@builders.example', 'visitor@mail.example']

it('sends Postmark a Reply-To: the staff for the visitor’s email, the visitor for the staff’s email', async () => {
  await fixture.addMessages(1, { kind: 'estimate.visitor' })
  await fixture.addMessages(1, { kind: 'estimate.staff' })
  fixture.worker().start()
  await expect.poll(() => fixture.count('sent'), patience).toBe(2)
  const replies = fixture.postmark.accepted.map(({ to, replyTo }) => [to, replyTo])
  expect(Object.fromEntries(replies)).toEqual({ [visitor]: staff, [staff]: visitor })
})

it('writes the Reply-To of the visitor’s email to its .eml file, and logs that it was written, not sent', async () => {
  const folder = temporaryFolder('mail')
  await fixture.addMessages(1, { kind: 'estimate.visitor' })
  const log = createLogger('info', { write: (line) => fixture.logLines.push(line) })
  fixture.worker({ transport: createFileTransport(folder.path, log) }).start()
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
  const [file = ''] = await readdir(folder.path)
  const mail = await PostalMime.parse(await readFile(join(folder.path, file)))
  folder.remove()
  expect(mail.to?.map(({ address }) => address)).toEqual([visitor])
  expect(mail.replyTo?.map(({ address }) => address)).toEqual([staff])
  expect(mail.text).toContain('Reply to this email')
  const logged = fixture.logLines.map((line) => JSON.parse(line)).filter(({ outboxId }) => outboxId)
  expect(logged.map(({ msg }) => msg)).toEqual(['wrote email to file'])
})

it('sends the staff’s email without a Reply-To that Postmark refuses, and says where replies go', async () => {
  fixture.postmark.behave('422/300 Reply-To')
  await fixture.addMessages(1, { kind: 'estimate.staff' })
  fixture.worker().start()
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
  const [{ replyTo, text } = { replyTo: '', text: '' }] = fixture.postmark.accepted
  expect(replyTo).toBeUndefined()
  expect(text).toContain('Replies to this email do not reach the visitor')
  expect(text).not.toContain('go to the visitor')
})

it('says in the staff’s email how many photos a request has, and nothing of none', async () => {
  const [id] = await fixture.addMessages(1, { kind: 'estimate.staff' })
  const { estimateId, createdAt } = await fixture.message(id)
  await fixture.database.transaction((transaction) => storeTestPhoto(transaction, { estimateId, createdAt }))
  await fixture.addMessages(1, { kind: 'estimate.staff' })
  fixture.worker().start()
  await expect.poll(() => fixture.count('sent'), patience).toBe(2)
  const lines = fixture.postmark.accepted.map(({ text }) => /^Photos.*$/m.exec(text)?.[0].replaceAll(/\s+/g, ' '))
  expect(lines.toSorted()).toEqual(['Photos 1', undefined])
})

it('sends each address of the staff inbox a message of its own, so that one that is blocked fails alone', async () => {
  const [open, blocked] = ['foreman@builders.example', 'office@builders.example']
  const config = { ...mailSettings, staffInbox: [blocked, open] }
  fixture.postmark.behave(({ to }) => (to === blocked ? '422/406' : 'ok'))
  const [id] = await fixture.addMessages(1, { kind: 'estimate.staff' })
  fixture.worker({ config }).start()
  await expect.poll(() => fixture.count('failed'), patience).toBe(1)
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)

  expect(fixture.postmark.accepted.map(({ to }) => to)).toEqual([open])
  const first = await fixture.message(id)
  expect(first).toMatchObject({ state: 'failed', address: blocked, lastError: expect.stringContaining('inactive') })
  const rows = await fixture.database.read.outboxMessage.findMany({ where: { NOT: { id: first.id } } })
  const { kind, estimateId, createdAt } = first
  expect(rows).toEqual([expect.objectContaining({ state: 'sent', address: open, kind, estimateId, createdAt })])
})

it('sends a message anew to the whole staff inbox once its address is not in it', async () => {
  const config = { ...mailSettings, staffInbox: ['foreman@builders.example', 'office@builders.example'] }
  const [id] = await fixture.addMessages(1, { kind: 'estimate.staff' })
  await fixture.database.transaction(({ outboxMessage }) =>
    outboxMessage.updateMany({ where: { id: id ?? '' }, data: { address: 'former@builders.example' } }),
  )
  fixture.worker({ config }).start()
  await expect.poll(() => fixture.count('sent'), patience).toBe(2)
  expect(fixture.postmark.accepted.map(({ to }) => to).sort()).toEqual(config.staffInbox)
})

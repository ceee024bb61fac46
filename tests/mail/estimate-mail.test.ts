import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, it } from 'vitest'
import { createFileTransport } from '#server/mail/transports/file.ts'
import { silentLog } from '#tests/support/database/test-database.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'
import { outboxPerFile } from './outbox-fixture.ts'

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

it('writes the Reply-To of the visitor’s email to its .eml file', async () => {
  const folder = temporaryFolder('mail')
  await fixture.addMessages(1, { kind: 'estimate.visitor' })
  fixture.worker({ transport: createFileTransport(folder.path, silentLog) }).start()
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
  const [file = ''] = await readdir(folder.path)
  const mail = await PostalMime.parse(await readFile(join(folder.path, file)))
  folder.remove()
  expect(mail.to?.map(({ address }) => address)).toEqual([visitor])
  expect(mail.replyTo?.map(({ address }) => address)).toEqual([staff])
  expect(mail.text).toContain('Reply to this email')
})

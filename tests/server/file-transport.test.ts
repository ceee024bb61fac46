import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLogger } from '#server/logging/logger.ts'
import type { MailMessage } from '#server/mail/messages/message.ts'
import { createFileTransport } from '#server/mail/transports/file.ts'

const message: MailMessage = {
  id: '019b8f7e-0000-7000-8000-000000000001',
  kind: 'estimate.staff',
  createdAt: new Date('2026-01-05T20:10:00.000Z'),
  to: ['office@builders.example', 'owner@builders.example'],
  from: '"Five Borough Builders" <hello@builders.example>',
  replyTo: 'ada.romero@example.com',
  subject: 'Estimate request: Küche, 1½ baths',
  text: 'First line\n.second line — with a dash\n',
  html: '<p>First line</p>',
  link: 'https://www.builders.example/admin/estimates/1',
}

let folder: string
let lines: string[]
const never = new AbortController().signal

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-'))
  lines = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function transport(mailFolder = join(folder, 'mail')) {
  return createFileTransport(mailFolder, createLogger('info', { write: (line) => lines.push(line) }))
}

/** @returns the file's name */
async function written(email: MailMessage): Promise<string> {
  const { providerId } = await transport().send(email, never)
  return providerId
}

it('writes a message to a file that an email program opens', async () => {
  const providerId = await written(message)
  expect(await readdir(join(folder, 'mail'))).toEqual([providerId])
  const mail = await PostalMime.parse(await readFile(join(folder, 'mail', providerId)))
  expect(mail).toMatchObject({
    from: { name: 'Five Borough Builders', address: 'hello@builders.example' },
    to: [{ address: 'office@builders.example' }, { address: 'owner@builders.example' }],
    replyTo: [{ address: 'ada.romero@example.com' }],
    subject: message.subject,
    date: '2026-01-05T20:10:00.000Z',
    messageId: '<019b8f7e-0000-7000-8000-000000000001@builders.example>',
    attachments: [],
  })
  expect(mail.headers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
      expect.objectContaining({ key: 'x-auto-response-suppress', value: 'All' }),
    ]),
  )
  expect(mail.text?.trim()).toBe(message.text.trim())
  expect(mail.html?.trim()).toBe(message.html)
})

it('names the file by time, kind and id, and lets only this user read it', async () => {
  const providerId = await written(message)
  expect(providerId).toBe('2026-01-05T20-10-00.000Z-estimate.staff-019b8f7e-0000-7000-8000-000000000001.eml')
  expect((await stat(join(folder, 'mail', providerId))).mode & 0o077).toBe(0)
})

it('replaces the file when a message is delivered again', async () => {
  await written(message)
  const providerId = await written({ ...message, text: 'Again' })
  expect(await readdir(join(folder, 'mail'))).toEqual([providerId])
  expect((await PostalMime.parse(await readFile(join(folder, 'mail', providerId)))).text?.trim()).toBe('Again')
})

it('logs the path and the link, and nothing else of the message', async () => {
  await written(message)
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      outboxId: message.id,
      path: expect.stringContaining(message.id),
      link: message.link,
    }),
  ])
  expect(lines.join()).not.toMatch(/ada\.romero|First line|Küche|office@/)
})

it('prevents header injection, and keeps a hostile id in the folder', async () => {
  const hostile = { ...message, id: '../../etc/passwd', subject: 'x\r\nBcc: victim@evil.example' }
  const providerId = await written(hostile)
  expect(await readdir(join(folder, 'mail'))).toEqual([providerId])
  const mail = await PostalMime.parse(await readFile(join(folder, 'mail', providerId)))
  expect(mail.headers.map((header) => header.key)).not.toContain('bcc')
})

it.each(['r&d=x?{y}|z@mail.example', "o'hara@xn--mller-kva.example", 'josé@xn--mller-kva.example'])(
  'writes to %s and to no other mailbox',
  async (address) => {
    const providerId = await written({ ...message, to: [address], replyTo: address })
    const mail = await PostalMime.parse(await readFile(join(folder, 'mail', providerId)))
    const one = [{ name: '', address: address.replace(/(?<=é@).*/, 'müller.example') }]
    expect(mail).toMatchObject({ to: one, replyTo: one, subject: message.subject })
  },
)

it('fails when the folder is not writable', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(transport(join(folder, 'file', 'mail')).send(message, never)).rejects.toMatchObject({
    code: 'ENOTDIR',
  })
})

it('writes nothing when the delivery is aborted', async () => {
  await expect(transport().send(message, AbortSignal.abort())).rejects.toThrow()
  expect(await readdir(folder)).toEqual([])
})

import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import { type MailLog, type MailMessage, type MailTransport, messageIdHeader } from './message.ts'

/**
 * Writes each message as an `.eml` file that any mail program opens, for running without a mail service.
 *
 * @param folder absolute path; made when it is missing
 */
export function createFileTransport(folder: string, log: MailLog): MailTransport {
  return {
    async send(message, signal) {
      const content = await composed(message)
      signal.throwIfAborted()
      const path = join(folder, fileName(message))
      // Readable by this account alone: the files have what visitors wrote.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(path, content)
      log.info({ outboxId: message.id, kind: message.kind, path, link: message.link }, 'wrote an e-mail to a file')
      return { providerId: fileName(message) }
    },
  }
}

/** The same for one message whenever it is written, so that a second delivery replaces the first. */
function fileName({ createdAt, kind, id }: MailMessage): string {
  const instant = createdAt.toISOString().replaceAll(':', '-')
  return `${[instant, kind, id].map((part) => part.replace(/[^\w.-]/g, '')).join('-')}.eml`
}

function composed(message: MailMessage): Promise<Buffer> {
  const composer = new MailComposer({
    from: message.from,
    to: [...message.to],
    replyTo: message.replyTo,
    subject: message.subject,
    text: message.text,
    html: message.html,
    date: message.createdAt,
    messageId: messageIdHeader(message),
    headers: { 'Auto-Submitted': 'auto-generated' },
    // Nothing in a message may make the composer read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: '\r\n',
  })
  return composer.compile().build()
}

/** Whoever looks sees the whole file or none, even after a power cut. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const unfinished = `${path}.unfinished`
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}

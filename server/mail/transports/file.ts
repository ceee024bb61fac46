import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailLog, MailTransport } from '#server/mail/messages/message.ts'
import { composeMessage } from './compose-message.ts'
import { toFileName } from './file-names.ts'

export function createFileTransport(folder: string, log: MailLog): MailTransport {
  return {
    async send(message, signal) {
      signal.throwIfAborted()
      // Only this user may read visitors' texts.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { content } = await composeMessage(message)
      signal.throwIfAborted()
      const path = join(folder, toFileName(message))
      await writeAtomically(path, content)
      log.info({ outboxId: message.id, kind: message.kind, path, link: message.link }, 'wrote email to file')
      return { providerId: toFileName(message) }
    },
  }
}

/** Readers see no partial file, even after a power failure. */
async function writeAtomically(path: string, content: Buffer): Promise<void> {
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

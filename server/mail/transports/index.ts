import type { Config } from '#server/config.ts'
import type { MailLog, MailTransport } from '#server/mail/messages/message.ts'
import { createFileTransport } from './file.ts'
import { mailFolderIn } from './file-names.ts'
import { createPostmarkTransport } from './postmark.ts'

export function createMailTransport(
  config: Pick<Config, 'postmarkServerToken' | 'postmarkApiOrigin' | 'dataDir'>,
  log: MailLog,
): MailTransport {
  const { postmarkServerToken: serverToken, postmarkApiOrigin: apiOrigin, dataDir } = config
  return serverToken === undefined
    ? createFileTransport(mailFolderIn(dataDir), log)
    : createPostmarkTransport({ serverToken, apiOrigin })
}

import type { Config } from '#server/config.ts'
import type { MailLog, MailTransport } from '#server/mail/messages/message.ts'
import { createFileTransport } from './file.ts'
import { mailFolderIn } from './file-names.ts'
import { createPostmarkTransport } from './postmark.ts'
import { createSmtpTransport } from './smtp.ts'

export function createMailTransport(
  config: Pick<Config, 'postmarkServerToken' | 'postmarkApiOrigin' | 'smtp' | 'dataDir'>,
  log: MailLog,
): MailTransport {
  const { postmarkServerToken: serverToken, postmarkApiOrigin: apiOrigin, smtp, dataDir } = config
  if (smtp) return createSmtpTransport({ account: smtp })
  return serverToken === undefined
    ? createFileTransport(mailFolderIn(dataDir), log)
    : createPostmarkTransport({ serverToken, apiOrigin })
}

import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { createFileTransport } from './file-transport.ts'
import type { MailLog, MailTransport } from './message.ts'
import { createPostmarkTransport } from './postmark-transport.ts'

/** Postmark where there is a token for it, `.eml` files in the data folder otherwise. */
export function createMailTransport(
  config: Pick<Config, 'postmarkServerToken' | 'postmarkApiOrigin' | 'dataDir'>,
  log: MailLog,
): MailTransport {
  const { postmarkServerToken: serverToken, postmarkApiOrigin: apiOrigin, dataDir } = config
  return serverToken === undefined
    ? createFileTransport(join(dataDir, 'mail'), log)
    : createPostmarkTransport({ serverToken, apiOrigin })
}

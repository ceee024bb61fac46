import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

/** An email that the server has written to a file, as a mail program reads it. */
export type ReceivedMail = {
  subject: string
  text: string
  html: string
  /** The first address of a page in it. */
  link: string
}

/**
 * Reads the mails of a server that has no mail service.
 *
 * @param kind what the mail is about, for instance `account.reset`
 * @returns those to an address, the oldest first
 */
export async function readMails(folder: string, address: string, kind: string): Promise<ReceivedMail[]> {
  const found: ReceivedMail[] = []
  for (const file of (await listFiles(folder)).filter((name) => name.includes(`-${kind}-`) && name.endsWith('.eml'))) {
    const { to = [], subject = '', text = '', html = '' } = await PostalMime.parse(await readFile(join(folder, file)))
    const [link = ''] = /https?:\/\/\S+/.exec(text) ?? []
    if (to.some((recipient) => recipient.address === address)) found.push({ subject, text, html, link })
  }
  return found
}

/** The names begin with the instant, so they are in the order of the mails. */
async function listFiles(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    // The folder is made with the first mail.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

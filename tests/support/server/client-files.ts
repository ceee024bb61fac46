import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { notFoundPage, requestPage, requestPlaceholder, servicePages, sitePages } from '#shared/pages.ts'
import { fileForHint, type SessionHint, sessionHints } from '#shared/session-hint.ts'

/** A text that stands beside the built client and must never be served. */
export const outsideText = 'outside of the built client'

/** The built script, by its path. */
export const script = { path: '/assets/entry-B1o2w3.js', text: `console.log('${'built '.repeat(200)}')\n` }
export const icon = { path: '/favicon.svg', text: '<svg xmlns="http://www.w3.org/2000/svg"/>\n' }

/** Returns the style sheet within a page. */
export const pageStyle = (path: string) => `a{content:"${path}"}`

/** A page as a server without a mail service sends it. */
export const pageText = (path: string, session: SessionHint = 'none') =>
  pageFile(path, session).replace('<html', '<html data-mail="files"')

const pageFile = (path: string, session: SessionHint) =>
  `<!doctype html><html data-session="${session}"><title>${path}</title><style>${pageStyle(path)}</style>${'<p>prerendered</p>'.repeat(60)}\n`

/** Writes what a build would leave, small, into a folder; answers with the built client's own folder. */
export function createClientFiles(folder: string): string {
  const clientDir = join(folder, 'client')
  for (const { path, file } of [...sitePages, ...servicePages(), notFoundPage])
    for (const hint of sessionHints) write(join(clientDir, fileForHint(file, hint)), pageFile(path, hint))
  write(join(clientDir, requestPage.file), pageFile(requestPage.path, 'none') + requestPlaceholder)
  writeWithCopies(join(clientDir, script.path), script.text)
  write(join(clientDir, icon.path), icon.text)
  write(join(clientDir, 'manifest.json'), '{"built":true}')
  write(join(clientDir, '.env'), outsideText)
  write(join(clientDir, 'assets/.hidden.js'), outsideText)
  write(join(clientDir, `${script.path}.map`), outsideText)
  write(join(folder, 'outside.txt'), outsideText)
  write(join(folder, 'client-other/outside.txt'), outsideText)
  return clientDir
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

function writeWithCopies(path: string, text: string): void {
  write(path, text)
  write(`${path}.br`, brotliCompressSync(text))
  write(`${path}.gz`, gzipSync(text))
}

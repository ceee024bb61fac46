import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const noteIn = (dataDir: string) => join(dataDir, 'last-backup')

type LastBackup = { readonly path: string; readonly at: Date }

/** Backups may lie anywhere, so the server learns of one by this note. */
export function noteBackup(dataDir: string, { path, at }: LastBackup): void {
  try {
    writeFileSync(noteIn(dataDir), `${at.toISOString()} ${path}\n`)
  } catch {
    // The backup is good without it.
  }
}

export function readLastBackup(dataDir: string): LastBackup | null {
  if (!existsSync(noteIn(dataDir))) return null
  const [, at, path] = /^(\S+Z) (.+)/.exec(readFileSync(noteIn(dataDir), 'utf8')) ?? []
  return at === undefined || path === undefined ? null : { path, at: new Date(at) }
}

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const noteIn = (dataDir: string) => join(dataDir, 'last-backup')

/** Backups may lie anywhere, so the server learns of one by this note. */
export function noteBackup(dataDir: string, { path, at }: { readonly path: string; readonly at: Date }): void {
  try {
    writeFileSync(noteIn(dataDir), `${at.toISOString()} ${path}\n`)
  } catch {
    // The backup is good without it.
  }
}

export function wasBackedUp(dataDir: string): boolean {
  return existsSync(noteIn(dataDir))
}

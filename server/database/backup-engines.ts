import { closeSync, openSync, readSync } from 'node:fs'
import { type BackupEngine, BackupFailed } from './backup.ts'

/** @param url `file:…` or `postgresql://…` */
export async function backupEngineOf(url: string): Promise<BackupEngine> {
  return url.startsWith('file:') ? await sqlite() : await postgresql()
}

/** @throws {BackupFailed} when no engine makes such files */
export async function backupEngineOfFile(file: string): Promise<BackupEngine> {
  const start = firstBytes(file, 16).toString('latin1')
  if (start === 'SQLite format 3\0') return await sqlite()
  if (start.startsWith('PGDMP')) return await postgresql()
  throw new BackupFailed(`${file} is no backup: it is neither a SQLite database nor an archive of pg_dump.`)
}

function firstBytes(file: string, count: number): Buffer {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(count)
    return bytes.subarray(0, readSync(descriptor, bytes))
  } finally {
    closeSync(descriptor)
  }
}

// Only one engine is loaded.
async function sqlite(): Promise<BackupEngine> {
  return (await import('./sqlite/backups.ts')).sqliteBackups
}

async function postgresql(): Promise<BackupEngine> {
  return (await import('./postgresql/backups.ts')).postgresqlBackups
}

import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { broken, type Finding, ok } from '#server/database/finding.ts'

/** A busy write-ahead log and a few days of emails fit into so many bytes. */
const minFreeBytes = 500_000_000

/** @returns the folder itself, or the next one above it that exists */
function existing(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder))
}

/** Checks that the folder of the data can be written, by the server's account only. */
export function checkFolder(folder: string): Finding {
  const about = 'data folder'
  const found = existing(folder)
  const { mode } = statSync(found)
  if (!statSync(found).isDirectory())
    return broken(about, `${found} is a file.`, 'Set DATA_DIR to a folder, or move the file away.')
  try {
    accessSync(found, constants.W_OK | constants.X_OK)
  } catch {
    return broken(
      about,
      `This account cannot write to ${found}.`,
      `Run this as the account that runs the server, or give the folder to it: chown ACCOUNT ${found}`,
    )
  }
  if (found !== folder) return ok(about, `The first start creates ${folder}.`)
  if ((mode & 0o002) !== 0)
    return broken(about, `Every account can replace the files in ${folder}.`, `Run: chmod 700 ${folder}`)
  return ok(about, `${folder} can be written.`)
}

/** @param minBytes what has to be free */
export function checkDisk(folder: string, minBytes = minFreeBytes): Finding {
  const about = 'disk'
  const { bavail, bsize } = statfsSync(existing(folder))
  const free = bavail * bsize
  const amount = free < 1e9 ? `${Math.floor(free / 1e6)} MB` : `${(free / 1e9).toFixed(1)} GB`
  if (free >= minBytes) return ok(about, `${amount} are free.`)
  return broken(
    about,
    `Only ${amount} are free where ${folder} is, and on a full disk nothing can be stored.`,
    'Delete what is not needed there, such as old backups, or enlarge the disk.',
  )
}

import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Readers find the former content or the whole new one, also after a power failure. Nothing unfinished stays, as on a full disk. */
export async function replaceFile(file: string, content: Uint8Array): Promise<void> {
  // Another process, or another turn of this one, may be writing the same file.
  const draft = join(dirname(file), `.${randomUUID()}`)
  try {
    await writeFile(draft, content, { flush: true })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

import { open, rename, rm, writeFile } from 'node:fs/promises'

/** Readers find the former content or the whole new one, also when another process builds at the same time or the power fails. */
export async function replaceFile(file: string, content: string | Buffer): Promise<void> {
  const draft = `${file}.${process.pid}`
  try {
    await writeFile(draft, content, { flush: true })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Waits until the disk has the file. */
export async function flushFile(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

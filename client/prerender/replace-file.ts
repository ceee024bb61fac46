import { rename, rm, writeFile } from 'node:fs/promises'

/** Readers find the former content or the whole new one, also when another process builds at the same time. */
export async function replaceFile(file: string, content: string | Buffer): Promise<void> {
  const draft = `${file}.${process.pid}`
  try {
    await writeFile(draft, content)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

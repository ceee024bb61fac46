import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { replaceFile } from '#server/replace-file.ts'

const servedForMs = 24 * 60 * 60 * 1000
/** The interval at which a running server says that its release is still in use. */
const renewEveryMs = 60 * 60 * 1000
/** The assets of other releases take at most so many bytes. */
const maxBytes = 128 * 2 ** 20

type Folders = { readonly assetsDir: string; readonly earlierDir: string }

/**
 * Keeps this build's assets for the pages that stay open when another build replaces it, and for other processes where
 * they share the folder (docs/decisions/045).
 */
export const earlierAssets = plugin(
  async (app: FastifyInstance, folders: Folders) => {
    let running = Promise.resolve()
    const keep = () => {
      running = keepAssets(folders, new Date()).catch((error: unknown) => {
        app.log.warn({ err: error, folder: folders.earlierDir }, 'the assets were not kept for the pages that are open')
      })
      return running
    }
    let timer: NodeJS.Timeout | undefined
    app.addHook('onReady', async () => {
      // It runs before the server listens, since another process may be asked for the assets of this one's first page.
      await keep()
      timer = setInterval(keep, renewEveryMs).unref()
    })
    app.addHook('onClose', async () => {
      clearInterval(timer)
      await running
    })
  },
  { name: 'earlier-assets' },
)

/** Copies what is new, renews what is in use, and removes what was last in use more than a day ago. */
export async function keepAssets({ assetsDir, earlierDir }: Folders, now: Date): Promise<void> {
  const own = (await filesIn(assetsDir)).filter((name) => !name.startsWith('.') && !name.endsWith('.map'))
  if (own.length === 0) return
  await mkdir(earlierDir, { recursive: true })
  await Promise.all(
    own.map(async (name) => {
      const [from, to] = [join(assetsDir, name), join(earlierDir, name)]
      if ((await sizeAndTime(from))?.size !== (await sizeAndTime(to))?.size) {
        // A copy of the file would have its rights, too.
        await replaceFile(to, await readFile(from))
      }
      await utimes(to, now, now)
    }),
  )
  await removeOld(earlierDir, new Set(own), now)
}

async function removeOld(earlierDir: string, own: ReadonlySet<string>, now: Date): Promise<void> {
  const names = (await filesIn(earlierDir)).filter((name) => !own.has(name))
  const others = await Promise.all(
    names.map(async (name) => ({ path: join(earlierDir, name), ...(await sizeAndTime(join(earlierDir, name))) })),
  )
  const oldest = now.getTime() - servedForMs - renewEveryMs
  let bytes = 0
  for (const { path, size = 0, time = 0 } of others.sort((a, b) => (b.time ?? 0) - (a.time ?? 0))) {
    bytes += size
    if (time < oldest || bytes > maxBytes) await rm(path, { force: true })
  }
}

/** The list is empty without the folder. */
async function filesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** The result is undefined without the file, which another process may have removed. */
async function sizeAndTime(file: string): Promise<{ size: number; time: number } | undefined> {
  try {
    const { size, mtimeMs } = await stat(file)
    return { size, time: mtimeMs }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

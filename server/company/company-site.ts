import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ReadClient } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { photoIds } from '#shared/company-photos.ts'
import type { Company } from '#shared/company-schema.ts'
import { minuteMs } from '#shared/durations.ts'
import type { RenderTask } from '#shared/render-task.ts'

/** New photographs take seconds each. */
const patienceMs = 3 * minuteMs

/** Those of the kept versions and of a few previews. */
const keptFolders = 20

export type CompanySite = {
  /**
   * Renders the pages of a company, unless a folder has them already.
   *
   * @returns the folder of the pages
   * @throws {AppError} `unavailable` with the reason
   */
  render(company: Company): Promise<string>
  /** Where the photographs and scripts of all renderings are. */
  readonly assetsDir: string
  /** @returns the folder that was rendered last under this name */
  renderedDir(name: string): string | undefined
}

/** Reads the pages in a folder, and returns what puts them in force. */
export type PagesReader = (pagesDir: string) => Promise<() => void>

export type CompanyPages = CompanySite & {
  /** Where the pages in force are. */
  pagesDir(): string
  /** Puts the newest version in force in this process, if it is not. */
  follow(): Promise<void>
  /** Calls the reader before other pages are put in force. */
  onChange(reader: PagesReader): void
}

type Place = {
  /** Has the renderer and what the build knows. */
  readonly prerenderDir: string
  /** Is this installation's own. */
  readonly siteDir: string
  readonly read: Pick<ReadClient, 'fileContent'>
}

export function createCompanySite({ prerenderDir, siteDir, read }: Place): CompanySite {
  const pagesFolder = join(siteDir, 'pages')
  const photosDir = join(siteDir, 'photos')
  const assetsDir = join(siteDir, 'assets')
  const rendering = new Map<string, Promise<string>>()
  let build: Promise<string> | undefined

  /** Pages name the files of the build, so each build has its own. */
  async function folderOf(company: Company): Promise<string> {
    build ??= readFile(join(prerenderDir, 'site.json'), 'utf8')
    const digest = createHash('sha256')
      .update(await build)
      .update(JSON.stringify(company))
      .digest('base64url')
    return join(pagesFolder, digest.replace(/[-_]/g, '').slice(0, 16))
  }

  async function renderInto(pagesDir: string, company: Company): Promise<string> {
    await storePhotos(company)
    // Another process with the same folder may have been faster.
    await runRenderer(join(prerenderDir, 'render-process.js'), { company, pagesDir, assetsDir, photosDir }).catch(
      (error: unknown) => {
        if (!existsSync(pagesDir)) throw error
      },
    )
    await removeOldFolders()
    return pagesDir
  }

  async function storePhotos(company: Company): Promise<void> {
    await mkdir(photosDir, { recursive: true })
    for (const id of photoIds(company)) {
      const file = join(photosDir, id)
      if (existsSync(file)) continue
      const content = await read.fileContent.findUnique({ where: { fileId: id }, select: { bytes: true } })
      if (!content) throw new AppError('invalid', 'A photograph is missing. Please upload it again.')
      const draft = `${file}.${process.pid}`
      await writeFile(draft, content.bytes)
      await rename(draft, file)
    }
  }

  async function removeOldFolders(): Promise<void> {
    const names = await readdir(pagesFolder)
    const found = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(pagesFolder, name))).mtimeMs })),
    )
    const old = found.sort((one, other) => other.at - one.at).slice(keptFolders)
    await Promise.all(old.map(({ name }) => rm(join(pagesFolder, name), { recursive: true, force: true })))
  }

  return {
    assetsDir,
    renderedDir(name) {
      const folder = join(pagesFolder, name)
      return /^\w{16}$/.test(name) && existsSync(folder) ? folder : undefined
    },
    async render(company) {
      const folder = await folderOf(company)
      if (existsSync(folder)) {
        const now = new Date()
        await utimes(folder, now, now)
        return folder
      }
      const under = rendering.get(folder) ?? renderInto(folder, company).finally(() => rendering.delete(folder))
      rendering.set(folder, under)
      return await under
    },
  }
}

/** @throws {AppError} `unavailable` */
async function runRenderer(program: string, task: RenderTask): Promise<void> {
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'ignore', 'pipe'],
    // It needs no secret.
    env: {},
    timeout: patienceMs,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<number | null>((resolve) => child.once('error', () => resolve(null)).once('close', resolve))
  child.stdin.on('error', () => undefined).end(JSON.stringify(task))
  const [errors, code] = await Promise.all([text(child.stderr), ended])
  if (code === 0) return
  const reason = /^\w*Error: (.*)$/m.exec(errors)?.[1] ?? 'the renderer was ended'
  throw new AppError('unavailable', `The pages could not be made, so the site stays as it is: ${reason}`, {
    cause: new Error(errors),
  })
}

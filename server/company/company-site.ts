import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { DatabaseUnavailable, type ReadClient } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { replaceFile } from '#server/replace-file.ts'
import { findPhotos, isUploaded } from '#shared/company-photos.ts'
import type { Company } from '#shared/company-schema.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import type { RenderTask } from '#shared/render-task.ts'
import { readCompanyPhotos, readDraft, readVersion, readVersions } from './company-versions.ts'

/** New photographs take seconds each. The dashboard waits for three minutes, and shows the reason before. */
const patienceMs = 2.5 * minuteMs

const wasEnded = 'The renderer was ended.'

/** The former versions and a few previews have a folder each, besides the one in force. */
const foldersToKeep = 20

/** A page that stays open may ask for what no folder names any more. */
const openPagesMs = 30 * dayMs

/** The files that a page names, by the last part of their addresses. */
const namedAsset = /\/assets\/([\w.-]+)/g

export type CompanySite = {
  /**
   * Renders the pages of a company, unless a folder has them already.
   *
   * @returns the folder of the pages
   * @throws {AppError} `unavailable` with the reason, for the administrator
   * @throws {DatabaseUnavailable}
   */
  render(company: Company): Promise<string>
  /** Where the photographs and scripts of all renderings are. */
  readonly assetsDir: string
  /**
   * Another process, with folders of its own, may have rendered a draft. Then this one does so, too.
   *
   * @returns the folder with this name, or undefined if there is none and the draft has changed since
   * @throws {AppError} as `render`
   */
  findPreview(name: string): Promise<string | undefined>
}

/** Reads the pages in a folder, and returns what puts them in force. */
export type PagesReader = (pagesDir: string) => Promise<() => void>

export type CompanyPages = CompanySite & {
  /** Where the pages in force are. */
  pagesDir(): string
  /** Puts the newest version in force in this process, if it is not. */
  follow(): Promise<void>
  /** The same, without errors. Where it fails, visitors cannot make the process try again before it does by itself. */
  followForVisitor(): Promise<void>
  /** Calls the reader before other pages are put in force. */
  onChange(reader: PagesReader): void
}

type Place = {
  /** It has the renderer and what the build knows. */
  readonly prerenderDir: string
  /** It is this installation's own. */
  readonly siteDir: string
  readonly read: Pick<ReadClient, 'fileContent' | 'setting'>
  readonly log: { warn(fields: { readonly err: unknown }, message: string): void }
}

export function createCompanySite({ prerenderDir, siteDir, read, log }: Place): CompanySite {
  const pagesFolder = join(siteDir, 'pages')
  const photosDir = join(siteDir, 'photos')
  const assetsDir = join(siteDir, 'assets')
  const rendering = new Map<string, Promise<string>>()
  let build: Promise<string> | undefined

  /** Pages name the files of the build, so each build has its own. */
  async function getFolder(company: Company): Promise<string> {
    build ??= readFile(join(prerenderDir, 'site.json'), 'utf8')
    const digest = createHash('sha256')
      .update(await build)
      .update(JSON.stringify(company))
      .digest('base64url')
    return join(pagesFolder, digest.replace(/[-_]/g, '').slice(0, 16))
  }

  async function renderInto(pagesDir: string, company: Company): Promise<string> {
    try {
      await storePhotos(company)
      await runRenderer(join(prerenderDir, 'render-process.js'), { company, pagesDir, assetsDir, photosDir })
    } catch (error) {
      // Another process with the same folder may have been faster.
      if (!existsSync(pagesDir)) throw toProblem(error)
    }
    await removeOld().catch((error: unknown) => log.warn({ err: error }, 'old pages of the company were not removed'))
    return pagesDir
  }

  async function storePhotos(company: Company): Promise<void> {
    await mkdir(photosDir, { recursive: true })
    for (const { file: id, alt } of findPhotos(company).filter(isUploaded)) {
      const file = join(photosDir, id)
      if (existsSync(file)) continue
      const content = await read.fileContent.findUnique({ where: { fileId: id }, select: { bytes: true } })
      if (!content) throw new AppError('invalid', `The photograph “${alt}” is missing. Please upload it again.`)
      await replaceFile(file, content.bytes)
    }
  }

  async function removeOld(): Promise<void> {
    const [newest] = await readVersions(read)
    const inForce = newest && (await getFolder(await readVersion(read, newest.number)))
    const folders = (await readEntries(pagesFolder)).filter(({ path }) => path !== inForce)
    // What a process that was ended left unfinished has its number behind a point.
    const unfinished = folders.filter(({ path, at }) => /\.\d+$/.test(path) && at < Date.now() - patienceMs)
    for (const { path } of [...unfinished, ...folders.slice(foldersToKeep)])
      await rm(path, { recursive: true, force: true })

    const named = new Set<string>()
    const files = await readdir(pagesFolder, { recursive: true })
    for (const page of files.filter((name) => name.endsWith('.html')))
      for (const [, name = ''] of (await readFile(join(pagesFolder, page), 'utf8')).matchAll(namedAsset))
        named.add(name)
    await removeUnnamed(assetsDir, named, openPagesMs)
    await removeUnnamed(photosDir, new Set(await readCompanyPhotos(read)), dayMs)
  }

  async function render(company: Company): Promise<string> {
    const folder = await getFolder(company)
    if (existsSync(folder)) {
      const now = new Date()
      await utimes(folder, now, now)
      return folder
    }
    const under = rendering.get(folder) ?? renderInto(folder, company).finally(() => rendering.delete(folder))
    rendering.set(folder, under)
    return await under
  }

  return {
    assetsDir,
    render,
    async findPreview(name) {
      const folder = join(pagesFolder, name)
      if (/^\w{16}$/.test(name) && existsSync(folder)) return folder
      const draft = await readDraft(read)
      if (!draft || (await getFolder(draft.company)) !== folder) return undefined
      return await render(draft.company)
    },
  }
}

type Entry = { readonly name: string; readonly path: string; readonly at: number }

/** The newest first. Another process may remove some meanwhile. */
async function readEntries(folder: string): Promise<Entry[]> {
  const entries = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      return found ? [{ name, path, at: found.mtimeMs }] : []
    }),
  )
  return entries.flat().sort((one, other) => other.at - one.at)
}

/** Removes the files that no page has named for that long, with their compressed siblings. */
async function removeUnnamed(folder: string, named: ReadonlySet<string>, maxUnnamedMs: number): Promise<void> {
  const now = Date.now()
  for (const { name, path, at } of await readEntries(folder)) {
    if (named.has(name.replace(/\.(?:br|gz)$/, ''))) await utimes(path, now / 1_000, now / 1_000)
    else if (at < now - maxUnnamedMs) await rm(path, { force: true })
  }
}

/** @throws {Error} with what the renderer wrote to its errors */
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
  if (code !== 0) throw new Error(errors || wasEnded)
}

function toProblem(error: unknown): unknown {
  if (error instanceof AppError || error instanceof DatabaseUnavailable) return error
  return new AppError(
    'unavailable',
    `The pages could not be made, so nothing was changed. ${adviceFor(String(error))}`,
    {
      cause: error,
    },
  )
}

/** What administrators can do. The codes of system errors mean nothing to them. */
function adviceFor(error: string): string {
  if (/\b(?:ENOSPC|EDQUOT)\b/.test(error))
    return 'The disk of the server is full. Free some space there, and try again.'
  if (/\b(?:EACCES|EPERM|EROFS|ENOTDIR|EEXIST)\b/.test(error))
    return 'The server cannot write to the folder “site” of its data. The command doctor says more.'
  if (error.includes(wasEnded)) return 'It took too long. Please try again: the photographs that are ready are kept.'
  // A reason with a path would show where the server has its files.
  const [, reason] = /^\w*Error(?: \[\w+\])?: ([^/\\\n]{1,200})$/m.exec(error) ?? []
  if (reason === undefined) return 'The log of the server says why.'
  return `The renderer says “${reason}”. The log of the server says more.`
}

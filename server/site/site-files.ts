import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { shareImage } from '#shared/site-images.ts'
import { earlierAssets } from './earlier-assets.ts'

const hashedFolder = 'assets'

const notServed = /\.(?:br|gz|html|map)$|^manifest\.json$/
const compressedCopy = /\.(?:br|gz|map)$/
const assetName = /^\w[\w.-]*$/
const publishedAsset = /^(?:company|photo)-[\w-]+\.(?:js|avif|webp)$/

/** The renderer writes them beside the pages. */
const companyFiles = new Set([shareImage.path.slice(1), 'site.webmanifest', 'staff.webmanifest'])

const year = '365d'
/** Names without a hash are cached for this long. */
const hour = '1h'

type SiteFilesOptions = {
  readonly clientDir: string
  /** Has the assets of the releases before. */
  readonly earlierDir: string
  /** Makes the files of the preview that a request sees. */
  previewFor(request: FastifyRequest): Promise<unknown>
}

/** Serves all files but the pages: those of the build, of the published company and of the releases before. */
export async function addSiteFiles(
  app: FastifyInstance,
  { clientDir, earlierDir, previewFor }: SiteFilesOptions,
): Promise<void> {
  const serving = { dotfiles: 'deny', index: false, preCompressed: true, suppressWarning: true } as const
  await app.register(fastifyStatic, { ...serving, root: clientDir, serve: false })
  // A later build needs a restart.
  const files = filesIn(clientDir)
  for (const file of files.filter((each) => !isAsset(each) && !notServed.test(each)))
    app.get(`/${encodeURI(file)}`, (_request, reply) => {
      // Other sites show it beside links.
      if (`/${file}` === shareImage.path) reply.header('cross-origin-resource-policy', 'cross-origin')
      const folder = companyFiles.has(file) ? app.company.pagesDir() : clientDir
      reply.sendFile(file, folder, { maxAge: hour })
    })
  const assets = new Set(files.filter((each) => isAsset(each) && !compressedCopy.test(each)))
  /** The page may be another process's, which has published or previewed what this one has not made yet. */
  async function makePublished(name: string, request: FastifyRequest): Promise<boolean> {
    if (!publishedAsset.test(name)) return false
    const file = join(app.company.assetsDir, name)
    if (!existsSync(file)) await previewFor(request)
    if (!existsSync(file)) await app.company.followForVisitor()
    return existsSync(file)
  }

  // The plugin's own route reads the folder for each request, to compare the spelling of the name.
  app.get<{ Params: { '*': string } }>(`/${hashedFolder}/*`, async (request, reply) => {
    const name = request.params['*']
    const caching = { immutable: true, maxAge: year }
    if (assets.has(`${hashedFolder}/${name}`)) reply.sendFile(`${hashedFolder}/${name}`, caching)
    else if (await makePublished(name, request)) reply.sendFile(name, app.company.assetsDir, caching)
    else if (assetName.test(name) && !compressedCopy.test(name)) reply.sendFile(name, earlierDir, caching)
    else reply.callNotFound()
    return reply
  })
  await app.register(earlierAssets, { assetsDir: join(clientDir, hashedFolder), earlierDir })
}

/** Lists the files by their paths in the folder, without hidden ones. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep))
    .filter((parts) => !parts.some((part) => part.startsWith('.')))
    .map((parts) => parts.join('/'))
}

/** Its name has a hash. */
function isAsset(file: string): boolean {
  return file.startsWith(`${hashedFolder}/`)
}

import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { createBuilder, type Plugin } from 'vite'
import { photos } from '../../../scripts/vite/photos.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const sampleFile = join(root, 'shared/company.ts')

/** The sample company with six photographs, all of the files that {@link drawPhotos} draws. */
const companyWithPhotos = `
import { company as sample } from ${JSON.stringify(sampleFile)}
export * from ${JSON.stringify(sampleFile)}
const photo = (file) => ({ file, alt: 'Shows ' + file })
const [kitchen, ...services] = sample.services
const [first, ...projects] = sample.projects
const [client, ...testimonials] = sample.testimonials
export const company = {
  ...sample,
  heroPhoto: photo('hero.jpg'),
  services: [{ ...kitchen, photo: photo('kitchen.jpg') }, ...services],
  projects: [{ ...first, photos: { before: photo('before.jpg'), after: photo('after.jpg') } }, ...projects],
  testimonials: [{ ...client, photo: photo('client.png') }, ...testimonials],
  projectManager: { ...sample.projectManager, photo: photo('manager.jpg') },
}
`

/**
 * Builds the client with photographs.
 *
 * @param folder gets the photographs and a copy of the build
 * @returns the server's program
 */
export async function buildWithPhotos(folder: string): Promise<string> {
  const photoFolder = join(folder, 'photos')
  const companyFile = join(folder, 'company.ts')
  mkdirSync(photoFolder)
  await drawPhotos(photoFolder)
  writeFileSync(companyFile, companyWithPhotos)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

  const company: Plugin = {
    name: 'company-with-photos',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith('/company.ts') || importer === companyFile) return undefined
      const resolved = await this.resolve(source, importer, { skipSelf: true })
      return resolved?.id === sampleFile ? companyFile : resolved
    },
  }
  // Playwright and the bench have other values, with which Vite builds React for development.
  process.env.NODE_ENV = 'production'
  const outDir = (name: string) => ({ build: { outDir: join(folder, 'dist', name) } })
  const builder = await createBuilder({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    plugins: [company, { ...photos(photoFolder), enforce: 'pre' }],
    environments: { client: outDir('client'), prerender: outDir('prerender') },
  })
  for (const name of ['client', 'prerender']) {
    const environment = builder.environments[name]
    if (environment) await builder.build(environment)
  }
  cpSync(join(root, 'dist/server'), join(folder, 'dist/server'), { recursive: true })
  return join(folder, 'dist/server/main.js')
}

async function drawPhotos(folder: string): Promise<void> {
  const photo = (width: number, height: number) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="g" x2="1" y2="1"><stop stop-color="#c96"/><stop offset="1" stop-color="#369"/></linearGradient><rect width="100%" height="100%" fill="url(#g)"/><circle cx="50%" cy="50%" r="20%" fill="#fed"/></svg>`,
      ),
    )
  // As a phone writes it: lying, with a note to turn it, and with the place where it was taken.
  const asFromPhone = { orientation: 6, exif: { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 41/1 0/1' } } }
  await Promise.all([
    photo(2400, 1600).jpeg().toFile(join(folder, 'hero.jpg')),
    photo(1200, 800).jpeg().toFile(join(folder, 'kitchen.jpg')),
    photo(900, 600).jpeg().toFile(join(folder, 'before.jpg')),
    photo(900, 1200)
      .withMetadata({ orientation: asFromPhone.orientation })
      .withExifMerge(asFromPhone.exif)
      .jpeg()
      .toFile(join(folder, 'after.jpg')),
    photo(200, 200).png().toFile(join(folder, 'client.png')),
    photo(600, 600).jpeg().toFile(join(folder, 'manager.jpg')),
  ])
}

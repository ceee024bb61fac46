import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { createBuilder, type Plugin } from 'vite'
import { photos } from '../../../scripts/vite/photos.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const sampleFile = join(root, 'shared/company-file.ts')

/** The sample company with six photographs, all of the files that {@link drawPhotos} draws. */
const companyWithPhotos = `
import { companyFile as sample } from ${JSON.stringify(sampleFile)}
export * from ${JSON.stringify(sampleFile)}
const photo = (file) => ({ file, alt: 'Shows ' + file })
const [kitchen, ...services] = sample.services
const [first, ...projects] = sample.projects
const [client, ...testimonials] = sample.testimonials
export const companyFile = {
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
 * @param isLifelike whether they weigh as much as real ones, whose details compress less than a drawing's
 * @returns the server's program
 */
export async function buildWithPhotos(folder: string, { isLifelike = false } = {}): Promise<string> {
  const photoFolder = join(folder, 'photos')
  const companyFile = join(folder, 'company.ts')
  mkdirSync(photoFolder)
  await drawPhotos(photoFolder, isLifelike ? lifelikePhoto : smallPhoto)
  writeFileSync(companyFile, companyWithPhotos)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

  const company: Plugin = {
    name: 'company-with-photos',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith('/company-file.ts') || importer === companyFile) return undefined
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

type DrawPhoto = (width: number, height: number) => Promise<Sharp>

const drawnPhoto: DrawPhoto = async (width, height) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="g" x2="1" y2="1"><stop stop-color="#c96"/><stop offset="1" stop-color="#369"/></linearGradient><rect width="100%" height="100%" fill="url(#g)"/><circle cx="50%" cy="50%" r="20%" fill="#fed"/></svg>`,
    ),
  )

/** A third as wide and tall, because AVIF takes long to encode. */
const smallPhoto: DrawPhoto = (width, height) => drawnPhoto(width / 3, height / 3)

/** The drawing below noise in coarse and fine grains, whose strengths fall with their size as in photographs. */
const lifelikePhoto: DrawPhoto = async (width, height) => {
  const grains = await Promise.all(
    [64, 16, 4, 1].map(async (size, index) => ({
      input: await sharp({
        create: {
          width: Math.ceil(width / size),
          height: Math.ceil(height / size),
          channels: 3,
          background: '#808080',
          noise: { type: 'gaussian', mean: 128, sigma: 48 / 2 ** index },
        },
      })
        .resize(width, height, { kernel: 'cubic' })
        .png()
        .toBuffer(),
      blend: 'soft-light' as const,
    })),
  )
  const photo = await (await drawnPhoto(width, height)).composite(grains).png().toBuffer()
  return sharp(photo)
}

async function drawPhotos(folder: string, photo: DrawPhoto): Promise<void> {
  // A phone writes a photo like this: lying, with a note to turn it, and with the place where it was taken.
  const asFromPhone = { orientation: 6, exif: { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 41/1 0/1' } } }
  await Promise.all([
    (await photo(2400, 1600)).jpeg().toFile(join(folder, 'hero.jpg')),
    (await photo(1200, 800)).jpeg().toFile(join(folder, 'kitchen.jpg')),
    (await photo(900, 600)).jpeg().toFile(join(folder, 'before.jpg')),
    (await photo(900, 1200))
      .withMetadata({ orientation: asFromPhone.orientation })
      .withExifMerge(asFromPhone.exif)
      .jpeg()
      .toFile(join(folder, 'after.jpg')),
    (await photo(200, 200)).png().toFile(join(folder, 'client.png')),
    (await photo(600, 600)).jpeg().toFile(join(folder, 'manager.jpg')),
  ])
}

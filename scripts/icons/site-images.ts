import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { shareImage } from '../../shared/site-images.ts'
import { drawShareImage } from './share-image.ts'
import { drawIcons, staffManifest, webManifest } from './site-icons.ts'

export const publicFolder = fileURLToPath(new URL('../../client/public', import.meta.url))

const skylineFile = fileURLToPath(new URL('../../client/features/home/skyline.svg', import.meta.url))

export async function drawSiteImages(): Promise<Record<string, Buffer | string>> {
  const [icon, skyline] = await Promise.all([
    readFile(`${publicFolder}/favicon.svg`, 'utf8'),
    readFile(skylineFile, 'utf8'),
  ])
  return {
    ...(await drawIcons(icon)),
    [shareImage.path]: await drawShareImage(icon, skyline),
    '/site.webmanifest': webManifest(),
    '/staff.webmanifest': staffManifest(),
  }
}

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { shareImage } from '../../shared/site-images.ts'
import { drawShareImage } from './share-image.ts'
import { drawIcons, staffManifest, webManifest } from './site-icons.ts'

export const publicFolder = fileURLToPath(new URL('../../client/public', import.meta.url))

const artFolder = fileURLToPath(new URL('../../client/features/home', import.meta.url))

export async function drawSiteImages(): Promise<Record<string, Buffer | string>> {
  const [icon = '', skyline = '', windows = ''] = await Promise.all(
    [`${publicFolder}/favicon.svg`, `${artFolder}/skyline.svg`, `${artFolder}/skyline-windows.svg`].map((file) =>
      readFile(file, 'utf8'),
    ),
  )
  const [lit = ''] = /<path.*\/>/.exec(windows) ?? []
  return {
    ...(await drawIcons(icon)),
    [shareImage.path]: await drawShareImage(icon, skyline.replace('</svg>', `${lit}</svg>`)),
    '/site.webmanifest': webManifest(),
    '/staff.webmanifest': staffManifest(),
  }
}

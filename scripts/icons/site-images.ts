import { prepareDrawing } from '../../client/prerender/draw-png.ts'
import { drawShareImage } from '../../client/prerender/share-image.ts'
import { drawIcons, staffManifest, webManifest } from '../../client/prerender/site-icons.ts'
import { shareImage } from '../../shared/site-images.ts'
import { readDrawingCode, readShareArt, readShareFonts } from './share-art.ts'

export async function drawSiteImages(): Promise<Record<string, Buffer | string>> {
  prepareDrawing(await readDrawingCode())
  const art = await readShareArt()
  return {
    ...(await drawIcons(art.icon)),
    [shareImage.path]: await drawShareImage(art, await readShareFonts()),
    '/site.webmanifest': webManifest(),
    '/staff.webmanifest': staffManifest(),
  }
}

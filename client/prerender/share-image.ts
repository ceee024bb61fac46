import { company } from '#shared/company.ts'
import { shareImage } from '#shared/site-images.ts'
import { drawPng } from './draw-png.ts'
import { escapeHtml } from './html.ts'
import { placed } from './placed-svg.ts'
import { smallPrint } from './share-image-text.ts'
import { iconColors } from './site-icons.ts'

/** SVG drawings. The skyline has the picture's width. */
export type ShareArt = { readonly icon: string; readonly skyline: string }

/** Draws the picture that other sites show beside links. Long names and headlines get smaller. */
export async function drawShareImage({ icon, skyline }: ShareArt, fonts: readonly Buffer[]): Promise<Buffer> {
  return await drawPng(shareImageSvg(icon, skyline), shareImage.width, fonts)
}

function shareImageSvg(icon: string, skyline: string): string {
  const { width, height } = shareImage
  const { name, headline } = company
  const size = Math.min(84, Math.floor((84 * 24) / Math.max(...headline.map((line) => line.length))))
  const display = 'font-family="Bricolage Grotesque" font-weight="750"'
  const lines = headline.map(
    (line, index) =>
      `<text x="72" y="${242 + index * 92}" ${display} font-size="${size}" letter-spacing="-1.5" fill="#f6efe2">${escapeHtml(line)}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="#14213b"/>
    ${placed(skyline, 0, height - 366, width, 330)}
    ${placed(icon, 72, 60, 64, 64)}
    <text x="152" y="106" ${display} font-size="${Math.min(40, Math.floor(1800 / name.length))}" fill="#f0b44c">${escapeHtml(name)}</text>
    ${lines.join('')}
    <rect y="${height - 84}" width="${width}" height="84" fill="${iconColors.background}"/>
    <text x="72" y="${height - 32}" font-family="Instrument Sans" font-size="${Math.min(30, Math.floor(2100 / smallPrint.length))}" fill="#b9c2d4">${escapeHtml(smallPrint)}</text>
  </svg>`
}

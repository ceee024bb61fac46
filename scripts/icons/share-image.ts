import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'
import { escapeHtml } from '../../client/prerender/html.ts'
import { smallPrint } from '../../client/prerender/share-image-text.ts'
import { company } from '../../shared/company.ts'
import { shareImage } from '../../shared/site-images.ts'
import { drawPng } from './draw-png.ts'
import { placed } from './placed-svg.ts'
import { iconColors } from './site-icons.ts'

const { headline } = company

/** @param skyline an SVG of the picture's width */
export async function drawShareImage(icon: string, skyline: string): Promise<Buffer> {
  const [display, text] = await Promise.all([
    readFont('@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2', 750),
    readFont('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2', 500),
  ])
  return await drawPng(shareImageSvg(icon, skyline), shareImage.width, [display, text])
}

function shareImageSvg(icon: string, skyline: string): string {
  const { width, height } = shareImage
  const display = 'font-family="Bricolage Grotesque" font-weight="750"'
  const lines = headline.map(
    (line, index) =>
      `<text x="72" y="${242 + index * 92}" ${display} font-size="84" letter-spacing="-1.5" fill="#f6efe2">${escapeHtml(line)}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="#14213b"/>
    ${placed(skyline, 0, height - 366, width, 330)}
    ${placed(icon, 72, 60, 64, 64)}
    <text x="152" y="106" ${display} font-size="40" fill="#f0b44c">${escapeHtml(company.name)}</text>
    ${lines.join('')}
    <rect y="${height - 84}" width="${width}" height="84" fill="${iconColors.background}"/>
    <text x="72" y="${height - 32}" font-family="Instrument Sans" font-size="30" fill="#b9c2d4">${escapeHtml(smallPrint)}</text>
  </svg>`
}

/** The drawing library reads only TrueType. */
async function readFont(source: string, weight: number): Promise<Buffer> {
  const font = await readFile(createRequire(import.meta.url).resolve(source))
  const characters = [company.name, ...headline, smallPrint].join('')
  return await subsetFont(font, characters, { targetFormat: 'sfnt', variationAxes: { wght: weight } })
}

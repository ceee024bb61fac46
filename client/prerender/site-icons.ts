import { company } from '#shared/company.ts'
import { logo } from '#shared/site-images.ts'
import { drawPng } from './draw-png.ts'
import { placed } from './placed-svg.ts'

/** These are the colors of favicon.svg. */
export const iconColors = { background: '#14213b', paper: '#faf6ee' } as const

/** In characters. Phones cut off longer names. */
const maxShownName = 12

/** Phones never crop the inner four fifths of these icons. */
const maskableSafePart = 0.72
const touchIconPart = 0.92

/** @param icon a square SVG with a background */
export async function drawIcons(icon: string): Promise<Record<string, Buffer>> {
  const [small, medium, touch, app, large, maskable] = await Promise.all([
    drawPng(icon, 32),
    drawPng(icon, 48),
    drawPng(onGround(icon, touchIconPart), 180),
    drawPng(icon, 192),
    drawPng(icon, logo.width),
    drawPng(onGround(icon, maskableSafePart), 512),
  ])
  return {
    '/favicon.ico': icoFile([
      { size: 32, png: small },
      { size: 48, png: medium },
    ]),
    '/apple-touch-icon.png': touch,
    '/icon-192.png': app,
    [logo.path]: large,
    '/icon-maskable-512.png': maskable,
  }
}

/** Returns as many whole words as phones show below an icon. */
function shortName(name: string): string {
  const words = name.split(' ')
  const fitting = words.filter((_word, index) => words.slice(0, index + 1).join(' ').length <= maxShownName)
  return fitting.length > 0 ? fitting.join(' ') : name.slice(0, maxShownName)
}

function initials(name: string): string {
  const letters = Array.from(name.matchAll(/(?<!\p{L})\p{L}/gu), ([letter]) => letter.toUpperCase())
  return letters.slice(0, maxShownName - ' desk'.length).join('')
}

export function webManifest(): string {
  return JSON.stringify({
    name: company.name,
    short_name: shortName(company.name),
    id: '/',
    start_url: '/',
    display: 'browser',
    background_color: iconColors.paper,
    theme_color: iconColors.background,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: logo.path, sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
}

/**
 * The manifest of the staff's pages, which are the only ones to link it. They open at the day's work, in a window of
 * their own.
 */
export function staffManifest(): string {
  return JSON.stringify({
    ...JSON.parse(webManifest()),
    name: `${company.name} desk`,
    short_name: `${initials(company.name)} desk`,
    id: '/admin',
    start_url: '/admin/today',
    scope: '/admin',
    display: 'standalone',
  })
}

function onGround(icon: string, part: number): string {
  const side = 512
  const inner = side * part
  const margin = (side - inner) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" fill="${iconColors.background}"/>${placed(icon, margin, margin, inner, inner)}</svg>`
}

export function icoFile(pictures: readonly { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)

  const entryBytes = 16
  let offset = header.length + entryBytes * pictures.length
  const entries = pictures.map(({ size, png }) => {
    const entry = Buffer.alloc(entryBytes)
    entry.writeUInt8(size, 0)
    entry.writeUInt8(size, 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(png.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += png.length
    return entry
  })
  return Buffer.concat([header, ...entries, ...pictures.map(({ png }) => png)])
}

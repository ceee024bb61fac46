import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../client/theme', file), 'utf8')
const darkMedia = '@media (prefers-color-scheme: dark)'
const parts = ['variables.css', 'status-variables.css'].map((file) => read(file).split(darkMedia))
const [lightPart = '', darkPart = ''] = [0, 1].map((part) => parts.map((file) => file[part]).join('\n'))
const [lightContrast = '', darkContrast = ''] = read('contrast.css').split('and (prefers-color-scheme: dark)')
const colorsIn = (css: string) =>
  Object.fromEntries(Array.from(css.matchAll(/--color-([\w-]+): (#[\da-f]{6});/g), ([, name, value]) => [name, value]))
const schemes = { light: colorsIn(lightPart), dark: { ...colorsIn(lightPart), ...colorsIn(darkPart) } }
const moreContrast = {
  light: { ...schemes.light, ...colorsIn(lightContrast) },
  dark: { ...schemes.dark, ...colorsIn(lightContrast), ...colorsIn(darkContrast) },
}

function luminance(color: string): number {
  const channels = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const text = 4.5
const controls = 3

const pairs: [foreground: string, background: string, minimum: number][] = [
  ...['ink', 'muted', 'link', 'error'].flatMap((color) =>
    ['paper', 'surface', 'sunken'].map((ground): [string, string, number] => [color, ground, text]),
  ),
  ['placeholder', 'control', text],
  ['success', 'success-soft', text],
  ['status-new', 'status-new-soft', text],
  ['status-progress', 'status-progress-soft', text],
  ['status-other', 'status-other-soft', text],
  ['due', 'due-soft', text],
  ...['paper', 'surface', 'sunken'].map((ground): [string, string, number] => ['due', ground, text]),
  ['on-brick', 'brick', text],
  ['on-brick', 'brick-hover', text],
  ['on-error', 'error-fill', text],
  ['on-navy', 'navy', text],
  ['on-navy-muted', 'navy', text],
  ['amber', 'navy', text],
  ['amber', 'badge', text],
  ['star', 'surface', controls],
  // The hero's text may stand before the drawn skyline.
  ['on-navy', 'navy-far', text],
  ['on-navy-muted', 'navy-far', text],
  ['amber', 'navy-far', text],
  ['art-line', 'navy', controls],
  ['control-border', 'control', controls],
  ['control-border', 'surface', controls],
  ['control-border', 'paper', controls],
  ['brick', 'paper', controls],
  ['focus', 'paper', controls],
  ['focus', 'surface', controls],
  ['focus', 'sunken', controls],
]

describe.each(Object.entries(schemes))('the %s color scheme', (_scheme, colors) => {
  it.each(pairs)('has enough contrast of %s on %s', (foreground, background, minimum) => {
    const [front, back] = [colors[foreground], colors[background]]
    if (!front || !back) throw new Error(`There is no ${front ? background : foreground}.`)
    expect(contrast(front, back)).toBeGreaterThanOrEqual(minimum)
  })
})

const enhancedText = 7

describe.each(Object.entries(moreContrast))('the %s color scheme with more contrast', (_scheme, colors) => {
  it.each([
    ...['ink', 'muted', 'link', 'error'].flatMap((color) => ['paper', 'surface'].map((ground) => [color, ground])),
    ['placeholder', 'control'],
    ['on-brick', 'brick'],
    ['on-brick', 'brick-hover'],
    ['on-navy-muted', 'navy'],
    ['control-border', 'control'],
  ])('has a contrast of at least 7 of %s on %s', (foreground = '', background = '') => {
    expect(contrast(colors[foreground] ?? '', colors[background] ?? '')).toBeGreaterThanOrEqual(enhancedText)
  })
})

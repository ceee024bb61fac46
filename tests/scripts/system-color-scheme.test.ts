import postcss from 'postcss'
import mantinePreset from 'postcss-preset-mantine'
import { expect, it } from 'vitest'
import { systemColorScheme } from '../../scripts/vite/system-color-scheme.ts'

async function transformed(css: string, plugins = [systemColorScheme()]): Promise<string> {
  const result = await postcss(plugins).process(css, { from: undefined })
  return compact(result.css)
}

function compact(css: string): string {
  return css
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};]) ?/g, '$1')
    .replaceAll(';}', '}')
    .trim()
}

it.each([
  [
    "[data-mantine-color-scheme='dark'] .a { color: red }",
    '@media (prefers-color-scheme: dark) { :root .a { color: red } }',
  ],
  [
    ':where([data-mantine-color-scheme="light"]) .a:hover { color: red }',
    '@media (prefers-color-scheme: light) { :where(:root) .a:hover { color: red } }',
  ],
  [
    ':root[data-mantine-color-scheme=dark] { color: red }',
    '@media (prefers-color-scheme: dark) { :root:root { color: red } }',
  ],
])('rules for one color scheme %s', async (css, expected) => {
  expect(await transformed(css)).toBe(compact(expected))
})

it('rules for one color scheme are split where one rule is for several schemes', async () => {
  const css = "[data-mantine-color-scheme='dark'] .a, .b, [data-mantine-color-scheme='light'] .c { color: red }"
  const result = await transformed(css)
  expect(result).toContain(compact('@media (prefers-color-scheme: dark) { :root .a { color: red } }'))
  expect(result).toContain(compact('.b { color: red }'))
  expect(result).toContain(compact('@media (prefers-color-scheme: light) { :root .c { color: red } }'))
})

it('rules for one color scheme stay within their layer and media query', async () => {
  const css = "@layer mantine { @media (hover: hover) { [data-mantine-color-scheme='dark'] .a { color: red } } }"
  expect(await transformed(css)).toBe(
    compact(
      '@layer mantine { @media (hover: hover) { @media (prefers-color-scheme: dark) { :root .a { color: red } } } }',
    ),
  )
})

it('rules for one color scheme are all rewritten, however many there are', async () => {
  const css = Array.from({ length: 50 }, (_, i) => `[data-mantine-color-scheme='dark'] .a${i} { color: red }`).join(
    '\n',
  )
  expect(await transformed(css)).not.toContain('data-mantine')
})

it('rules for any color scheme keep their specificity', async () => {
  expect(await transformed('[data-mantine-color-scheme] .a[data-error] { color: red }')).toBe(
    compact(':root .a[data-error] { color: red }'),
  )
})

it('rules without a color scheme stay unchanged', async () => {
  const css = '.a, .b > .c { color: red }'
  expect(await transformed(css)).toBe(compact(css))
})

it("the output of Mantine's preset for light-dark() is rewritten", async () => {
  const result = await transformed('.a { color: light-dark(black, white) }', [mantinePreset(), systemColorScheme()])
  expect(result).toContain(compact('.a { color: black }'))
  expect(result).toContain(compact('@media (prefers-color-scheme: dark) { :root .a { color: white } }'))
})

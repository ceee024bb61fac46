import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '#server/config.ts'

const inDocs = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((path) => join('docs', path))
const documents = ['README.md', ...inDocs.filter((path) => path.endsWith('.md'))]

/** The anchors that GitHub gives to a document's headings. */
function anchorsOf(path: string): string[] {
  const headings = readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)
  return Array.from(headings, ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
}

function brokenLinks(path: string): string[] {
  const links = Array.from(readFileSync(path, 'utf8').matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : join(dirname(path), file)
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
  })
}

/** Code in backticks that is a file's name, such as `list/filter-fields.tsx`. Names with a star or of built files are patterns. */
function namedSources(path: string): string[] {
  const names = readFileSync(path, 'utf8').matchAll(/`((?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.tsx?)`/g)
  return Array.from(names, ([, name = '']) => name)
}

const sources = ['client', 'prisma', 'scripts', 'server', 'shared', ...testFolders(), 'tests', '.'].flatMap((folder) =>
  readdirSync(folder, { recursive: folder !== 'tests' && folder !== '.', encoding: 'utf8' }).map(
    (path) => `/${join(folder, path)}`,
  ),
)

/** Leaves out the packages of the tests. */
function testFolders(): string[] {
  const folders = readdirSync('tests', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return folders.map(({ name }) => join('tests', name)).filter((folder) => !existsSync(join(folder, 'package.json')))
}

it.each([...documents, 'CONTRIBUTING.md'])('%s names only sources that exist', (path) => {
  expect(namedSources(path).filter((name) => !sources.some((source) => source.endsWith(`/${name}`)))).toEqual([])
})

it.each(documents)('%s links only to files and headings that exist', (path) => {
  expect(brokenLinks(path)).toEqual([])
})

it('no picture is larger than 200 kB', () => {
  const pictures = inDocs.filter((path) => path.endsWith('.png'))
  expect(pictures).not.toEqual([])
  expect(pictures.filter((path) => statSync(path).size > 200_000)).toEqual([])
})

describe('settings', () => {
  const table = readFileSync('README.md', 'utf8').match(/^## Settings\n(.*?)^## /ms)?.[1] ?? ''
  const described = Array.from(table.matchAll(/^\| (`[^|]+) \|/gm), ([, names = '']) =>
    names.replaceAll(/[`\s]/g, '').split(','),
  ).flat()
  const inExample = Array.from(
    readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z_]+)=/gm),
    ([, name]) => name ?? '',
  )

  it('the README describes exactly the settings of .env.example, in the same order', () => {
    expect(described).toContain('APP_ORIGIN')
    expect(described).toEqual(inExample)
  })

  it('the server knows every setting that is described', () => {
    expect(parseConfig({}, '/', described).warnings).toEqual([])
  })
})

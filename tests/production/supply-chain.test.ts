import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import parseLicense from 'spdx-expression-parse'
import { describe, expect, it } from 'vitest'

type Component = {
  readonly name: string
  readonly group?: string
  readonly version: string
  readonly purl: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses: readonly { readonly license?: { readonly id?: string }; readonly expression?: string }[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const text = (path: string) => readFileSync(join(root, path), 'utf8')
const project = JSON.parse(text('package.json'))
const projectLock = JSON.parse(text('package-lock.json')).packages
const manifest = JSON.parse(text('dist/package.json'))
const lock = JSON.parse(text('dist/package-lock.json')).packages
const components: readonly Component[] = JSON.parse(text('dist/sbom.cdx.json')).components
const fullName = ({ group, name }: Component) => (group ? `${group}/${name}` : name)

/**
 * The licenses that a shipped package may be under: they ask for their notice to be kept and no more, but MPL-2.0 also for
 * the source of its own files, which the package in the list has unchanged.
 */
const allowedLicenses = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'ISC',
    'MIT',
    'MIT-0',
    'MPL-2.0',
    'OFL-1.1',
  ],
])

function isAllowed(license: parseLicense.Info): boolean {
  if ('license' in license) return allowedLicenses.has(license.license)
  const sides = [isAllowed(license.left), isAllowed(license.right)]
  return license.conjunction === 'or' ? sides.includes(true) : !sides.includes(false)
}

describe('dist/package.json', () => {
  it('names in dist/package.json the packages outside of the bundle, at the versions of the lock file', () => {
    expect(manifest).toMatchObject({ name: project.name, version: project.version, type: 'module' })
    const { 'better-sqlite3': sqlite, piscina, sharp } = project.dependencies
    expect(manifest.dependencies).toEqual({ 'better-sqlite3': sqlite, piscina, sharp })
    expect(manifest.allowScripts).toEqual({ 'better-sqlite3': true })
  })

  it('writes a lock file with the versions and digests of the project’s', () => {
    const { '': own, ...packages } = lock
    expect(own.dependencies).toEqual(manifest.dependencies)
    expect(Object.keys(packages)).toContain('node_modules/bindings')
    for (const [path, { version, integrity }] of Object.entries<{ version: string; integrity: string }>(packages)) {
      expect(integrity, path).toMatch(/^sha512-/)
      expect({ path, version, integrity }).toEqual({
        path,
        version: projectLock[path]?.version,
        integrity: projectLock[path]?.integrity,
      })
    }
  })
})

describe('dist/sbom.cdx.json', () => {
  it('writes a valid CycloneDX 1.6 bill of materials', async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
    expect(await validator.validate(text('dist/sbom.cdx.json'))).toBeNull()
  })

  it('lists packages of the server, the browser and the installation, and the fonts', () => {
    const names = components.map(fullName)
    expect(names).toEqual(
      expect.arrayContaining([
        ...['@fontsource-variable/instrument-sans', '@mantine/core', '@prisma/client', '@trpc/server'],
        ...['better-sqlite3', 'bindings', 'fastify', 'find-my-way', 'pg', 'piscina', 'postmark', 'react', 'react-dom'],
        'zod',
      ]),
    )
    expect(names).not.toContain('vite')
    expect(new Set(components.map((component) => component.purl)).size).toBe(components.length)
  })

  it('lists each package with its digest from the lock file', () => {
    for (const component of components) {
      const locked = Object.entries<{ version: string; integrity: string }>(projectLock).find(
        ([path, { version }]) => path.endsWith(`node_modules/${fullName(component)}`) && version === component.version,
      )
      const digest = Buffer.from(locked?.[1].integrity.replace('sha512-', '') ?? '', 'base64').toString('hex')
      expect(component).toMatchObject({ hashes: [{ alg: 'SHA-512', content: digest }] })
    }
  })

  it('writes no time and no random number, so that equal builds have equal files', () => {
    const bom = JSON.parse(text('dist/sbom.cdx.json'))
    expect(bom.serialNumber).toBeUndefined()
    expect(bom.metadata.timestamp).toBeUndefined()
    expect(text('dist/sbom.cdx.json')).not.toContain('BomRef.')
  })
})

describe('the packages that are shipped', () => {
  it('ships only `dependencies` of the project and what they need, so that `npm audit --omit=dev` sees them', () => {
    const isProduction = (component: Component) =>
      Object.entries<{ version: string; dev?: boolean }>(projectLock).some(
        ([path, { version, dev }]) =>
          path.endsWith(`node_modules/${fullName(component)}`) && version === component.version && !dev,
      )
    expect(components.filter((component) => !isProduction(component)).map(fullName)).toEqual([])
  })

  it('ships every one of the project’s `dependencies`', () => {
    const names = new Set(components.map(fullName))
    expect(Object.keys(project.dependencies).filter((name) => !names.has(name))).toEqual([])
  })

  it('ships packages under permissive licenses only', () => {
    const licenses = components.map((component) => ({
      package: fullName(component),
      licenses: component.licenses.map(({ license, expression }) => license?.id ?? expression ?? ''),
    }))
    // libvips is a file of its own, which is neither changed nor linked into ours.
    const isReplaceable = (name: string) => name.startsWith('@img/sharp-libvips-')
    const refused = licenses.filter(
      ({ package: name, licenses: [license = ''] }) =>
        !isAllowed(parseLicense(license)) && !(isReplaceable(name) && license === 'LGPL-3.0-or-later'),
    )
    expect(refused).toEqual([])
  })

  it('has the license texts of all shipped packages in dist/third-party-licenses.txt', () => {
    const sections = text('dist/third-party-licenses.txt')
      .split(/^-{80}\n(?=\S+ \S+ \(.*\)\n-{80}\n)/m)
      .slice(1)
    const titles = sections.map((section) => section.split(' (')[0])
    expect(titles.sort()).toEqual(components.map((component) => `${fullName(component)} ${component.version}`).sort())
    for (const section of sections) {
      expect(section).toMatch(
        /permission|licensed under|mozilla public\s+license|redistribution|license, version|terms of its license|may be used freely/i,
      )
      // The MPL lets a notice say where its text is.
      if (!section.includes('You can obtain one at http://mozilla.org/MPL/2.0/'))
        expect(section.length, section.slice(0, 80)).toBeGreaterThan(400)
    }
  })
})

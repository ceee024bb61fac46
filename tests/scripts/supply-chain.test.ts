import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { licenseTexts } from '../../scripts/supply-chain/license-texts.ts'
import { bundledPackagePaths, type Lock, readPackage } from '../../scripts/supply-chain/packages.ts'

const path = 'node_modules/@scope/leaf'
const lock: Lock = { [path]: { version: '1.2.3', integrity: 'sha512-AAAA' } }
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'supply-chain-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function install(manifest: Record<string, unknown>, files: Record<string, string> = {}): void {
  mkdirSync(join(root, path), { recursive: true })
  const all = {
    'package.json': JSON.stringify({ name: '@scope/leaf', version: '1.2.3', ...manifest }),
    ...files,
  }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(root, path, name), text)
}

it('bundledPackagePaths finds the package of a module, also a scoped one, a nested one and that of a virtual module', () => {
  const files = [
    ...['/app/client/main.ts', '/app/node_modules/react/index.js', '/app/node_modules/react/jsx-runtime.js'],
    ...['/app/node_modules/@scope/leaf/style.css?inline', '/app/node_modules/outer/node_modules/inner/index.js'],
    ...['\0/app/node_modules/wrapped/index.js?commonjs-module', '/app/node_modules/.cache/fonts/text.woff2'],
  ]
  expect(bundledPackagePaths('/app/', files)).toEqual([
    'node_modules/react',
    'node_modules/@scope/leaf',
    'node_modules/outer/node_modules/inner',
    'node_modules/wrapped',
  ])
})

it('readPackage refuses a package without a license', () => {
  install({})
  expect(() => readPackage(root, path, lock)).toThrow('names no license')
})

it('readPackage refuses a package that the lock file does not have', () => {
  install({ license: 'MIT' })
  expect(() => readPackage(root, path, {})).toThrow('package-lock.json does not have it')
})

it('licenseTexts has all license files and notices of a package', () => {
  install({ license: 'Apache-2.0' }, { NOTICE: 'Made by us.', 'LICENSE.md': 'Do as you like.', 'index.js': '' })
  const text = licenseTexts([readPackage(root, path, lock)])
  expect(text).toContain('@scope/leaf 1.2.3 (Apache-2.0)')
  expect(text).toContain('Do as you like.\n\nMade by us.\n')
})

it('licenseTexts writes the standard text with the author for a package under MIT without a file of its own', () => {
  install({ license: 'MIT', author: 'Ada Romero <ada@example.com> (https://example.com)' })
  const text = licenseTexts([readPackage(root, path, lock)])
  expect(text).toContain('Copyright (c) Ada Romero\n')
  expect(text).toContain('Permission is hereby granted')
})

it('licenseTexts refuses a package under another license without a text', () => {
  install({ license: 'ISC' })
  expect(() => licenseTexts([readPackage(root, path, lock)])).toThrow('has no license text')
})

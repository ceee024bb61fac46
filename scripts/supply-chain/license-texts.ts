import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ShippedPackage } from './packages.ts'

const line = '-'.repeat(80)

/** @throws {Error} when a package has no license text and is not under MIT or the LGPL */
export function licenseTexts(packages: readonly ShippedPackage[]): string {
  const sections = packages.map((shipped) => {
    const { name, version, license } = shipped.manifest
    return `${line}\n${name} ${version} (${license})\n${line}\n\n${licenseText(shipped)}\n`
  })
  return [
    'This product contains the following packages under the licenses of their authors.\n',
    ...new Set(sections),
  ].join('\n')
}

function licenseText(shipped: ShippedPackage): string {
  const files = readdirSync(shipped.folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^((un)?licen[cs]e|copying|notice)/i.test(entry.name))
    .map((entry) => entry.name)
    .sort()
  // libvips and what it is built with, as a file of its own that anybody may replace.
  if (files.length === 0 && shipped.manifest.license === lgpl) return `${lgplNotice}\n\n${readMe(shipped)}`
  if (files.length === 0) return standardText(shipped)
  return files.map((file) => readFileSync(join(shipped.folder, file), 'utf8').trim()).join('\n\n')
}

const lgpl = 'LGPL-3.0-or-later'
const lgplNotice =
  'You may replace this library, and pass it on under the terms of its license: https://www.gnu.org/licenses/lgpl-3.0.html'

/** It lists the libraries inside and their licenses. */
const readMe = ({ folder }: ShippedPackage) => readFileSync(join(folder, 'README.md'), 'utf8').trim()

function standardText({ path, manifest: { name, license, author } }: ShippedPackage): string {
  if (license !== 'MIT') throw new Error(`${path} is shipped, but has no license text, and is not under MIT.`)
  const named = typeof author === 'string' ? author : author?.name
  const holder = named?.replace(/\s*[<(].*/, '') || `the authors of ${name}`
  return `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`
}

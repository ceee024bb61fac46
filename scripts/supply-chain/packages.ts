import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type LockedPackage = {
  readonly version: string
  /** Subresource integrity of the tarball: `sha512-` and base64. */
  readonly integrity?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Keys are paths such as `node_modules/a/node_modules/b`. */
export type Lock = Readonly<Record<string, LockedPackage>>

export type Manifest = {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly author?: string | { readonly name: string }
  readonly dependencies?: Readonly<Record<string, string>>
}

export type ShippedPackage = {
  readonly path: string
  readonly folder: string
  readonly manifest: Manifest & { readonly license: string }
  readonly locked: LockedPackage
}

export function readLock(folder: string): Lock {
  return JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
}

export function bundledPackagePaths(root: string, files: readonly string[]): readonly string[] {
  const paths = files.flatMap((file) => {
    // Folders of packages may be nested.
    const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/?]+/.exec(file.replaceAll('\\', '/').replace('\0', ''))?.[0]
    return folder === undefined || folder.includes('/node_modules/.') ? [] : [folder.slice(root.length)]
  })
  return [...new Set(paths)]
}

/** Excludes packages for other platforms. */
export function installedPackagePaths(root: string, lock: Lock): readonly string[] {
  return Object.keys(lock).filter((path) => path !== '' && existsSync(join(root, path)))
}

/** @throws {Error} when the package is not locked or names no license */
export function readPackage(root: string, path: string, lock: Lock): ShippedPackage {
  const folder = join(root, path)
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const locked = lock[path]
  const { license } = manifest
  if (!locked) throw new Error(`${path} is shipped, but package-lock.json does not have it.`)
  if (typeof license !== 'string') throw new Error(`${path} is shipped, but its package.json names no license.`)
  return { path, folder, manifest: { ...manifest, license }, locked }
}

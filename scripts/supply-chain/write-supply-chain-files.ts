import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { billOfMaterials } from './bill-of-materials.ts'
import { licenseTexts } from './license-texts.ts'
import { bundledPackagePaths, installedPackagePaths, readLock, readPackage } from './packages.ts'
import { writeRuntimeManifest } from './runtime-manifest.ts'

type Shipped = {
  /** These paths are absolute. */
  readonly bundledFiles: readonly string[]
  readonly imports: readonly string[]
}

/**
 * The files depend only on the lock file and the sources, so that two builds on one platform are equal.
 *
 * @throws {Error} when a package has no license, or npm cannot reduce the lock file
 */
export function writeSupplyChainFiles(root: string, { bundledFiles, imports }: Shipped): void {
  const dist = join(root, 'dist')
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeRuntimeManifest(root, imports)

  const lock = readLock(root)
  const paths = new Set([...bundledPackagePaths(root, bundledFiles), ...installedPackagePaths(root, readLock(dist))])
  const packages = [...paths].sort().map((path) => readPackage(root, path, lock))
  writeFileSync(join(dist, 'sbom.cdx.json'), billOfMaterials(manifest, packages, lock))
  writeFileSync(join(dist, 'third-party-licenses.txt'), licenseTexts(packages))
}

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { billOfMaterials } from './bill-of-materials.ts'
import { licenseTexts } from './license-texts.ts'
import { bundledPackagePaths, installedPackagePaths, readLock, readPackage } from './packages.ts'
import { writeRuntimeManifest } from './runtime-manifest.ts'

/** What the build found out about its packages. */
type Shipped = {
  /** Modules, style sheets and fonts that went into `dist`, by absolute path. */
  readonly bundledFiles: readonly string[]
  /** Packages that the built server imports. */
  readonly imports: readonly string[]
}

/**
 * Writes what belongs to a delivery beside the built files:
 * - `package.json` and `package-lock.json` install the packages that the bundle leaves out;
 * - `sbom.cdx.json` is the software bill of materials of everything that is shipped;
 * - `third-party-licenses.txt` has the license text of each of these packages.
 *
 * All depend on the lock file and the sources alone, so that two builds on one platform are equal.
 *
 * @throws {Error} when a shipped package has no license, or npm cannot cut the lock file
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

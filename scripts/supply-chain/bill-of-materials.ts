import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import parseLicense from 'spdx-expression-parse'
import type { Lock, Manifest, ShippedPackage } from './packages.ts'

const licenses = new Contrib.License.Factories.LicenseFactory(parseLicense)
const components = new Contrib.FromNodePackageJson.Builders.ComponentBuilder(
  new Contrib.FromNodePackageJson.Factories.ExternalReferenceFactory(),
  licenses,
)
const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))

/** CycloneDX 1.6 JSON without time and serial number, so that it changes only with the packages. */
export function billOfMaterials(project: Manifest, packages: readonly ShippedPackage[], lock: Lock): string {
  const application = makeComponent(project, Enums.ComponentType.Application)
  const found = new Map<string, Models.Component>()
  const byPath = new Map(packages.map((shipped) => [shipped.path, shippedComponent(shipped, found)]))

  for (const name of Object.keys(project.dependencies ?? {})) {
    const component = byPath.get(`node_modules/${name}`)
    if (component) application.dependencies.add(component.bomRef)
  }
  for (const { path, locked } of packages) {
    for (const name of neededBy(locked)) {
      const component = byPath.get(resolvedPath(path, name, lock) ?? '')
      if (component) byPath.get(path)?.dependencies.add(component.bomRef)
    }
  }
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: application }),
    components: new Models.ComponentRepository(found.values()),
  })
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}

function makeComponent(manifest: Manifest, type: Enums.ComponentType): Models.Component {
  const component = components.makeComponent(manifest, type)
  if (!component) throw new Error(`${manifest.name} is no name of a package.`)
  component.purl = `pkg:npm/${manifest.name.replace('@', '%40')}@${manifest.version}`
  component.bomRef.value = component.purl
  return component
}

/** A package that is installed twice is one component. */
function shippedComponent({ manifest, locked }: ShippedPackage, found: Map<string, Models.Component>) {
  const id = `${manifest.name}@${manifest.version}`
  const component = found.get(id) ?? makeComponent(manifest, Enums.ComponentType.Library)
  found.set(id, component)
  const sha512 = /^sha512-(\S+)$/.exec(locked.integrity ?? '')?.[1]
  if (sha512) component.hashes.set(Enums.HashAlgorithm['SHA-512'], Buffer.from(sha512, 'base64').toString('hex'))
  return component
}

function neededBy({ dependencies, optionalDependencies, peerDependencies }: ShippedPackage['locked']): string[] {
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
}

/** Node looks in the package's own folder, then in those above. */
function resolvedPath(from: string, name: string, lock: Lock): string | undefined {
  const folders = from.split('/node_modules/').map((_part, index, parts) => parts.slice(0, parts.length - index))
  const candidates = [
    ...folders.map((parts) => `${parts.join('/node_modules/')}/node_modules/${name}`),
    `node_modules/${name}`,
  ]
  return candidates.find((path) => Object.hasOwn(lock, path))
}

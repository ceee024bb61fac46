import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rollup } from 'vite'
import { writeSupplyChainFiles } from '../supply-chain/write-supply-chain-files.ts'
import { fontFiles } from './subset-fonts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export function shippedPackages(): Plugin {
  const bundledFiles = new Set(fontFiles)
  const imports = new Set<string>()
  return {
    name: 'shipped-packages',
    apply: 'build',
    // All environments add to the same sets.
    sharedDuringBuild: true,
    // Prerendering uses the packages of the browser's build.
    applyToEnvironment: (environment) => environment.name !== 'prerender',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      // A chunk's modules exclude style sheets.
      const styleSheets = [...this.getModuleIds()].filter((id) => /\.css(\?|$)/.test(id))
      for (const file of [...chunks.flatMap((chunk) => chunk.moduleIds), ...styleSheets]) bundledFiles.add(file)
      for (const name of externalImports(chunks)) imports.add(name)
    },
    buildApp: {
      order: 'post',
      async handler() {
        writeSupplyChainFiles(root, { bundledFiles: [...bundledFiles], imports: [...imports] })
      },
    },
  }
}

function externalImports(chunks: readonly Rollup.OutputChunk[]): readonly string[] {
  const own = new Set(chunks.map((chunk) => chunk.fileName))
  const all = chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports])
  return all.filter((name) => !own.has(name) && !isBuiltin(name))
}

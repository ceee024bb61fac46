import type { ChunkGroup } from './frame-chunk.ts'

const staffPages = /\/client\/(?:routes|features)\/admin\//

/** With two, a page would load what only two others need. */
const fewestUsers = 3

/**
 * By default, code that only the dashboard's pages share is in a chunk for each set of them: dozens of a few hundred bytes,
 * and browsers fetch six at a time.
 */
export function staffChunk(): ChunkGroup {
  return {
    debugName: 'staff',
    // What it imports may be shared with visitors' pages.
    includeDependenciesRecursively: false,
    name(id, graph) {
      // An importer of a package's index may need little of it.
      if (id.includes('/node_modules/')) return null
      const users = new Set([id])
      // The loop includes added items.
      for (const user of users) for (const importer of graph.getModuleInfo(user)?.importers ?? []) users.add(importer)
      const entries = [...users].filter((user) => graph.getModuleInfo(user)?.dynamicImporters.length)
      return entries.length >= fewestUsers && entries.every((entry) => staffPages.test(entry)) ? 'staff' : null
    },
  }
}

import type { ChunkGroup } from './frame-chunk.ts'

/** The account page has a part that only the staff load. */
const staffPages = /\/client\/(?:(?:routes|features)\/admin\/|features\/account\/staff-account)/

/**
 * Of the pages of visitors, only their account uses these, which needs nothing else of the dashboard's. That cannot be read
 * from the importers: all import the package's index.
 */
const staffComponents =
  /\/@mantine\/core\/esm\/components\/(?:ActionIcon|Alert|Button|Group|Paper|Radio|Stack|Switch|Text|Title)\//

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
      if (staffComponents.test(id)) return 'staff-components'
      if (id.includes('/node_modules/')) return null
      const users = new Set([id])
      // The loop includes added items.
      for (const user of users) for (const importer of graph.getModuleInfo(user)?.importers ?? []) users.add(importer)
      const entries = [...users].filter((user) => graph.getModuleInfo(user)?.dynamicImporters.length)
      return entries.length >= fewestUsers && entries.every((entry) => staffPages.test(entry)) ? 'staff' : null
    },
  }
}

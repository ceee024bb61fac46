import type { ChunkGroup } from './frame-chunk.ts'

/** The account page has a part that only the staff load. */
const staffPages = /\/client\/(?:(?:routes|features)\/admin\/|features\/account\/staff-account)/

/** Alone, these are dozens of chunks. Who imports them cannot be read from the graph, since all import the index of a package. */
const libraries: readonly (readonly [chunk: string, files: RegExp])[] = [
  // Of the pages of visitors, only their account uses these, which needs nothing else of the dashboard's.
  [
    'staff-components',
    /\/@mantine\/core\/esm\/components\/(?:ActionIcon|Alert|Button|Group|Paper|Radio|Stack|Switch|Text|Title)\//,
  ],
  // Two of the dashboard's pages use each of these, which have less than a kilobyte.
  ['staff', /\/client\/features\/admin\/(?:.*\/)?(?:use-printing|list-views|work-chips|today-labels)\./],
  // The pages of accounts and the dashboard prove who somebody is.
  [
    'identity',
    /\/client\/(?:components\/(?:hidden-username|second-factor\/(?:prove-by-passkey|second-factor\.module))|lib\/auth\/session-client)\./,
  ],
  // The theme of all pages names most of the others.
  ['mantine', /\/node_modules\/(?:@mantine\/(?:core\/esm|hooks)|clsx)\//],
  // Every form needs most of them, but for the company's, which one page of the dashboard has.
  ['rules', /\/(?:shared\/(?!company-)|client\/lib\/after-press\.|node_modules\/zod\/)/],
]

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
      const library = libraries.find(([, files]) => files.test(id))
      if (library) return library[0]
      if (id.includes('/node_modules/')) return null
      const users = new Set([id])
      // The loop includes added items.
      for (const user of users) for (const importer of graph.getModuleInfo(user)?.importers ?? []) users.add(importer)
      const entries = [...users].filter((user) => graph.getModuleInfo(user)?.dynamicImporters.length)
      return entries.length >= fewestUsers && entries.every((entry) => staffPages.test(entry)) ? 'staff' : null
    },
  }
}

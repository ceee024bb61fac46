import type { Rolldown } from 'vite'

type Group = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>[number]

/**
 * Puts all that an entry imports statically, but not itself, into one chunk. Left alone it comes in a dozen, cut wherever some page
 * shares a module with it, although every page needs them all; a browser fetches six at a time.
 *
 * @param entry the entry's file
 */
export function frameChunk(entry: string): Group {
  const frame = new Set<string>()
  return {
    debugName: 'frame',
    name(id, graph) {
      if (frame.size === 0) {
        frame.add(entry)
        // A set that grows while it is gone through is gone through to its end.
        for (const found of frame)
          for (const imported of graph.getModuleInfo(found)?.importedIds ?? []) frame.add(imported)
      }
      return id !== entry && frame.has(id) ? 'frame' : null
    },
  }
}

import type { Rolldown } from 'vite'

type Group = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>[number]

/**
 * Puts everything that an entry imports statically, without the entry itself, into one chunk. By default it would be a
 * dozen chunks that every page needs, and browsers fetch six at a time.
 */
export function frameChunk(entry: string): Group {
  const frame = new Set<string>()
  return {
    debugName: 'frame',
    name(id, graph) {
      if (frame.size === 0) {
        frame.add(entry)
        // Iteration includes what is added meanwhile.
        for (const found of frame)
          for (const imported of graph.getModuleInfo(found)?.importedIds ?? []) frame.add(imported)
      }
      return id !== entry && frame.has(id) ? 'frame' : null
    },
  }
}

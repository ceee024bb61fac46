import type { Rolldown } from 'vite'

/** A rule of Rolldown for what goes into one chunk. */
export type ChunkGroup = NonNullable<
  Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']
>[number]

/** By default, an entry's imports are a dozen chunks, and browsers fetch six at a time. */
export function frameChunk(entry: string): ChunkGroup {
  const frame = new Set<string>()
  return {
    debugName: 'frame',
    name(id, graph) {
      if (frame.size === 0) {
        frame.add(entry)
        // The loop includes added items.
        for (const found of frame)
          for (const imported of graph.getModuleInfo(found)?.importedIds ?? []) frame.add(imported)
      }
      return id !== entry && frame.has(id) ? 'frame' : null
    },
  }
}

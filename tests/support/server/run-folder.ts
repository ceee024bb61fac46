import type { TestProject } from 'vitest/node'
import { temporaryFolder } from './server-process.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * The folder for files that a worker keeps for all of its tests. Workers are ended by a signal, so they cannot
     * remove them.
     */
    runFolder: string
  }
}

export default function setup(project: TestProject): () => void {
  const { path, remove } = temporaryFolder('run')
  project.provide('runFolder', path)
  return remove
}

const cleanups = new Set<() => void>()
let isListening = false

/**
 * Registers what to undo if this process exits early. Cleanups run latest first and cannot wait: they signal children and
 * remove folders. A process that a signal ends runs none, unless it handles the signal (see scripts/run-ts.mjs).
 *
 * @returns a function that unregisters it
 */
export function onExit(cleanUp: () => void): () => void {
  if (!isListening) process.once('exit', () => runAll())
  isListening = true
  cleanups.add(cleanUp)
  return () => cleanups.delete(cleanUp)
}

function runAll(): void {
  for (const cleanUp of [...cleanups].reverse()) {
    try {
      cleanUp()
    } catch (error) {
      process.stderr.write(`${String(error)}\n`)
    }
  }
}

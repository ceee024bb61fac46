import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

/** In milliseconds between two looks at another process's lock. */
const pauseMs = 200
/** In milliseconds. A process that has not written its number by then was killed. */
const unwrittenMs = 10_000

/**
 * Waits for the other processes that hold the lock, such as a first start in another terminal, and then works alone. The
 * lock of a process that was killed counts for nothing.
 *
 * @param {string} file has the number of the process that holds it
 * @param {(hasWaited: boolean) => void} work
 */
export function whileLocked(file, work) {
  let hasWaited = false
  while (!takeLock(file)) {
    hasWaited = true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
  }
  try {
    work(hasWaited)
  } finally {
    rmSync(file, { force: true })
  }
}

/** @param {string} file */
function takeLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    if (!isHeld(file)) rmSync(file, { force: true })
    return false
  }
}

/** @param {string} file */
function isHeld(file) {
  try {
    const holder = Number(readFileSync(file, 'utf8'))
    return holder === 0 ? Date.now() - statSync(file).mtimeMs < unwrittenMs : process.kill(holder, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/** In milliseconds between two looks at another process's lock. */
const pauseMs = 200

/**
 * Waits for the other processes that hold the lock, such as a first start in another terminal, and then works alone. The
 * lock of a process that was killed counts for nothing.
 *
 * @param {string} file has the number of the process that holds it
 * @param {() => void} work
 */
export function whileLocked(file, work) {
  while (!takeLock(file)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
  try {
    work()
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
    // It may be about to write its number.
    return holder === 0 || process.kill(holder, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

// Worker threads load this file directly, so it is JavaScript with its own entry in vite.config.ts.
import { compareSync, hashSync } from 'bcryptjs'

/**
 * @param {{ password: string, cost: number }} task
 * @returns {string}
 */
export function hash({ password, cost }) {
  return hashSync(password, cost)
}

/**
 * @param {{ password: string, hash: string }} task
 * @returns {boolean}
 */
export function compare({ password, hash }) {
  return compareSync(password, hash)
}

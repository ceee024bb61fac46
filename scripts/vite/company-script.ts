import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const companyFile = fileURLToPath(new URL('../../shared/company-file.ts', import.meta.url))

/** Keeps the company file out of the browser's scripts. Each page names a script that has its company. */
export function companyScript(): Plugin {
  return {
    name: 'company-script',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => (id === companyFile ? 'export const companyFile = undefined' : undefined),
  }
}

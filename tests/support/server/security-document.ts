import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../../../docs/security.md', import.meta.url))
const beginning = '<!-- role matrix: written by `npm run security-doc` -->\n'
const end = '\n<!-- end of the role matrix -->'

/** Whether this run writes the role matrix instead of comparing it. */
export const writesSecurityDocument = process.env.WRITE_SECURITY_DOCUMENT === '1'

export const securityDocument = () => readFileSync(file, 'utf8')

/** @throws {Error} if the markers are missing */
function roleMatrixParts() {
  const text = securityDocument()
  const [before, rest] = text.split(beginning)
  const [matrix, after] = rest?.split(end) ?? []
  if (before === undefined || matrix === undefined || after === undefined)
    throw new Error('docs/security.md has lost the markers of its role matrix.')
  return { before, matrix, after }
}

export const documentedRoleMatrix = () => roleMatrixParts().matrix

export function writeRoleMatrix(matrix: string): void {
  const { before, after } = roleMatrixParts()
  writeFileSync(file, `${before}${beginning}${matrix}${end}${after}`)
}

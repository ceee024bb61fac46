import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../../docs/security.md', import.meta.url))
const beginning = '<!-- role matrix: written by `npm run security-doc` -->\n'
const end = '\n<!-- end of the role matrix -->'

/** Whether this run writes the document's role matrix, rather than comparing it. */
export const writesSecurityDocument = process.env.WRITE_SECURITY_DOCUMENT === '1'

/** The text of docs/security.md. */
export const securityDocument = () => readFileSync(file, 'utf8')

/** @throws {Error} where the two markers are not there, in their order */
function roleMatrixParts() {
  const text = securityDocument()
  const [before, rest] = text.split(beginning)
  const [matrix, after] = rest?.split(end) ?? []
  if (before === undefined || matrix === undefined || after === undefined)
    throw new Error('docs/security.md has lost the markers of its role matrix.')
  return { before, matrix, after }
}

/** The rows of the document's role matrix, as Markdown. */
export const documentedRoleMatrix = () => roleMatrixParts().matrix

/** Puts another role matrix into the document. */
export function writeRoleMatrix(matrix: string): void {
  const { before, after } = roleMatrixParts()
  writeFileSync(file, `${before}${beginning}${matrix}${end}${after}`)
}

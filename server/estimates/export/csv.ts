import Papa from 'papaparse'

/** Spreadsheets need it to recognize UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * Matches formulas: https://owasp.org/www-community/attacks/CSV_Injection. Some programs skip NUL, white space and
 * invisible characters.
 */
const runs = /^(?:[\t\r\n\0＝＋－＠]|[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]*[=+\-@＝＋－＠])/u

type Cell = string | number | null

/** Follows RFC 4180. Quoted texts suit any separator; apostrophes disarm formulas. */
export function csvLines(rows: Cell[][]): string {
  const quotes = (value: unknown) => typeof value === 'string'
  return `${Papa.unparse(rows, { quotes, escapeFormulae: runs, newline: '\r\n' })}\r\n`
}

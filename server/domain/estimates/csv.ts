import Papa from 'papaparse'

/** Spreadsheets need it to recognize UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * Matches formulas: https://owasp.org/www-community/attacks/CSV_Injection. Some programs skip NUL, white space and
 * invisible characters before a formula.
 */
const runs = /^(?:[\t\r\n\0＝＋－＠]|[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]*[=+\-@＝＋－＠])/u

type Cell = string | number | null

/**
 * Lines by RFC 4180. Texts are quoted, whichever separator a spreadsheet expects, and formulas get an apostrophe before
 * them. Numbers stay numbers.
 */
export function csvLines(rows: Cell[][]): string {
  const quotes = (value: unknown) => typeof value === 'string'
  return `${Papa.unparse(rows, { quotes, escapeFormulae: runs, newline: '\r\n' })}\r\n`
}

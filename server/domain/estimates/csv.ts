import Papa from 'papaparse'

/** Spreadsheets take UTF-8 for what it is only behind this. */
export const byteOrderMark = '\uFEFF'

/**
 * What a spreadsheet may run: https://owasp.org/www-community/attacks/CSV_Injection. NUL, white space and characters that
 * nobody sees may stand before it, since some programs skip them.
 */
const runs = /^(?:[\t\r\n\0＝＋－＠]|[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]*[=+\-@＝＋－＠])/u

type Cell = string | number | null

/**
 * Lines of a CSV file, as RFC 4180 has them. Each text is in quotes, so that nothing in it ends it, whichever separator a
 * spreadsheet expects. One that a spreadsheet could run gets an apostrophe before it.
 *
 * @param rows numbers are our own, and stay numbers
 */
export function csvLines(rows: Cell[][]): string {
  const quotes = (value: unknown) => typeof value === 'string'
  return `${Papa.unparse(rows, { quotes, escapeFormulae: runs, newline: '\r\n' })}\r\n`
}

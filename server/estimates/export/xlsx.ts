import { constants, deflateRawSync } from 'node:zlib'
import { Zip, ZipPassThrough } from 'fflate'
import type { Cell, TableFile } from './table-file.ts'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const packageSchema = 'http://schemas.openxmlformats.org/package/2006'
const documentSchema = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const mainSchema = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${documentSchema}/${type}" Target="${target}"/>`

/** Indexes of `cellXfs`. Both have the number format 49, which is text, so that a cell stays one when somebody edits it. */
const styles = { text: 1, heading: 2 }

/** What a workbook of one sheet has beside the sheet. See ECMA-376, part 1. */
const workbookParts = {
  '[Content_Types].xml': `<Types xmlns="${packageSchema}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packageSchema}/relationships">${relationship('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${mainSchema}" xmlns:r="${documentSchema}"><bookViews><workbookView/></bookViews><sheets><sheet name="Requests" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageSchema}/relationships">${relationship('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relationship('rId2', 'styles', 'styles.xml')}</Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${mainSchema}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
}

const sheetStart = (columns: number) =>
  `${xml}<worksheet xmlns="${mainSchema}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns}" width="20" style="${styles.text}" customWidth="1"/></cols><sheetData>`
const sheetEnd = '</sheetData></worksheet>'

/** Compresses ten times as fast as `ZipDeflate`. Each chunk on its own: deflated blocks may stand behind each other. */
class Deflated extends ZipPassThrough {
  override compression = 8

  protected override process(chunk: Uint8Array, isLast: boolean): void {
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH
    this.ondata(null, deflateRawSync(chunk, { level: 1, finishFlush }), isLast)
  }
}

/** A workbook whose cells are all texts, which no spreadsheet runs or takes for numbers or dates. Holds one part at a time. */
export function xlsxFile(): TableFile {
  const chunks: Uint8Array[] = []
  const take = () => Buffer.concat(chunks.splice(0))
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const addPart = (name: string) => {
    const part = new Deflated(name)
    zip.add(part)
    return (text: string, isLast = false) => part.push(Buffer.from(text), isLast)
  }
  for (const [name, text] of Object.entries(workbookParts)) addPart(name)(xml + text, true)
  const addToSheet = addPart('xl/worksheets/sheet1.xml')
  let rowNumber = 0
  const addRows = (rows: Cell[][], style: number) =>
    addToSheet(rows.map((cells) => rowXml(cells, ++rowNumber, style)).join(''))
  return {
    begin(headings) {
      addToSheet(sheetStart(headings.length))
      addRows([headings], styles.heading)
      return take()
    },
    rows(rows) {
      addRows(rows, styles.text)
      return take()
    },
    end() {
      addToSheet(sheetEnd, true)
      zip.end()
      return take()
    },
  }
}

function rowXml(cells: readonly Cell[], row: number, style: number): string {
  const written = cells.map((cell, column) =>
    cell === null || cell === ''
      ? ''
      : `<c r="${columnName(column)}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(String(cell))}</t></is></c>`,
  )
  return `<row r="${row}">${written.join('')}</row>`
}

/** Columns are named A to Z, then AA to ZZ. */
function columnName(index: number): string {
  const letter = (number: number) => String.fromCharCode(65 + number)
  return index < 26 ? letter(index) : letter(Math.floor(index / 26) - 1) + letter(index % 26)
}

const escapes: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '\t': '\t', '\n': '\n', '\r': '\r' },
  // Spreadsheets read `_x0041_` as A.
  _: '_x005F_',
}

/** Leaves out control characters and others that XML 1.0 forbids. */
function escaped(text: string): string {
  return text.replace(/[&<>\p{Cc}\p{Cs}\ufffe\uffff]|_(?=x[\da-f]{4}_)/giu, (character) => escapes[character] ?? '')
}

import { unzipSync } from 'fflate'

/** What XML 1.0 allows, and no `<`, and no `&` but for what XML itself defines. */
const textForm =
  /^(?:&(?:amp|lt|gt|quot|apos);|[\t\n\r\u0020-\u0025\u0027-\u003b\u003d-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}])*$/u
const tagForm = /^<(\/?)([\w:]+)((?: [\w:]+="[^"<&]*")*)(\/?)>$/
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string }

/**
 * Reads a workbook of one sheet as Excel does: by its parts and their relationships, each of them well-formed. Knows
 * nothing of how the product writes one.
 *
 * @throws {Error} where the file is no such workbook
 */
export function readXlsx(file: Uint8Array) {
  const parts = unzipSync(file)
  const read = (name: string) => parseXml(new TextDecoder('utf-8', { fatal: true }).decode(parts[name]))
  const types = all(read('[Content_Types].xml'), 'Override').map(({ attributes }) => attributes.PartName)
  const workbookPath = target(read('_rels/.rels'), 'officeDocument')
  const relations = read('xl/_rels/workbook.xml.rels')
  const [sheetPath, stylesPath] = ['worksheet', 'styles'].map((type) => `xl/${target(relations, type)}`)
  for (const path of [workbookPath, sheetPath, stylesPath])
    if (!types.includes(`/${path}`)) throw new Error(`${path} has no content type.`)

  const sheets = all(read(workbookPath), 'sheet')
  if (sheets.length !== 1) throw new Error(`The workbook has ${sheets.length} sheets.`)
  const sheet = read(String(sheetPath))
  const styles = read(String(stylesPath))
  const formats = all(only(styles, 'cellXfs'), 'xf')
  const fonts = all(only(styles, 'fonts'), 'font')
  const rows = all(only(sheet, 'sheetData'), 'row').map((row, index) => {
    if (row.attributes.r !== String(index + 1)) throw new Error(`Row ${index + 1} is numbered ${row.attributes.r}.`)
    return row.children.map((cell) => {
      const format = formats[Number(cell.attributes.s)]
      if (!format) throw new Error(`The cell ${cell.attributes.r} has no style.`)
      const [, letters = '', number] = /^([A-Z]+)(\d+)$/.exec(cell.attributes.r ?? '') ?? []
      if (number !== row.attributes.r) throw new Error(`The cell ${cell.attributes.r} is in row ${row.attributes.r}.`)
      return {
        column: [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1,
        type: cell.attributes.t,
        numberFormat: format.attributes.numFmtId,
        isBold: all(fonts[Number(format.attributes.fontId)], 'b').length > 0,
        text: unescaped(only(only(cell, 'is'), 't').text),
      }
    })
  })
  return { rows, frozen: only(sheet, 'pane').attributes }
}

/** The texts of the rows, with '' for each empty cell as far as the row before has columns. */
export function xlsxTable(file: Uint8Array): string[][] {
  const { rows } = readXlsx(file)
  const width = rows[0]?.length ?? 0
  return rows.map((row) =>
    Array.from({ length: width }, (_, index) => row.find(({ column }) => column === index)?.text ?? ''),
  )
}

function target(relations: Element, type: string): string {
  const found = all(relations, 'Relationship').find(({ attributes }) => attributes.Type?.endsWith(`/${type}`))
  if (!found?.attributes.Target) throw new Error(`There is no ${type}.`)
  return found.attributes.Target
}

function all(element: Element | undefined, name: string): Element[] {
  return (element?.children ?? []).flatMap((child) => (child.name === name ? [child] : all(child, name)))
}

function only(element: Element, name: string): Element {
  const [found, another] = all(element, name)
  if (!found || another) throw new Error(`<${element.name}> should have one <${name}>.`)
  return found
}

/** Excel reads `_x0041_` as A. */
function unescaped(text: string): string {
  return text.replace(/_x([\da-f]{4})_/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
}

function parseXml(xml: string): Element {
  const [declaration = ''] = /^<\?xml version="1\.0" encoding="UTF-8"[^?]*\?>\s*/.exec(xml) ?? []
  if (!declaration) throw new Error('There is no XML declaration.')
  const root = newElement('')
  const open = [root]
  for (const piece of xml.slice(declaration.length).split(/(<[^>]*>)/)) {
    const parent = open.at(-1) ?? root
    if (piece.startsWith('<')) readTag(piece, parent, open)
    else parent.text += readText(piece)
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error('XML has one root, which ends.')
  return root
}

function readTag(tag: string, parent: Element, open: Element[]): void {
  const [, isEnd, name = '', attributes = '', isEmpty] = tagForm.exec(tag) ?? []
  if (!name) throw new Error(`XML has no such tag: ${tag}`)
  if (isEnd) {
    if (open.pop()?.name !== name) throw new Error(`</${name}> ends another element.`)
    return
  }
  const element = newElement(name)
  for (const [, key = '', value = ''] of attributes.matchAll(/ ([\w:]+)="([^"]*)"/g)) element.attributes[key] = value
  parent.children.push(element)
  if (!isEmpty) open.push(element)
}

function readText(text: string): string {
  if (!textForm.test(text)) throw new Error(`XML has no such text: ${JSON.stringify(text.slice(0, 100))}`)
  return text.replace(/\r\n?/g, '\n').replace(/&(\w+);/g, (_, entity: string) => entities[entity] ?? '')
}

function newElement(name: string): Element {
  return { name, attributes: {}, children: [], text: '' }
}

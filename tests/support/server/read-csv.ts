/**
 * Reads a CSV file by the rules of RFC 4180 alone: knows nothing of how the product writes one.
 *
 * @throws {Error} where it breaks the rules, an end inside quotes for instance
 */
export function readCsv(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let position = 0
  while (position < text.length) {
    const { value, end } = text[position] === '"' ? quoted(text, position) : plain(text, position)
    record.push(value)
    if (text[end] === ',') position = end + 1
    else if (text.startsWith('\r\n', end)) {
      records.push(record)
      record = []
      position = end + 2
    } else throw new Error(`No cell ends like this: ${JSON.stringify(text.slice(position, end + 5))}`)
  }
  if (record.length > 0) throw new Error('The last line is not ended.')
  return records
}

function quoted(text: string, start: number): { value: string; end: number } {
  let value = ''
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] !== '"') value += text[index]
    else if (text[index + 1] === '"') {
      value += '"'
      index += 1
    } else return { value, end: index + 1 }
  }
  throw new Error('Quotes are not closed.')
}

function plain(text: string, start: number): { value: string; end: number } {
  const [value = ''] = /^[^",\r\n]*/.exec(text.slice(start, start + 1000)) ?? []
  return { value, end: start + value.length }
}

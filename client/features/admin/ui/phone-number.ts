const extensionPattern = /(?:;ext=|extension|ext\.?|[x#;,]) ?(\d{1,10})$/i
const northAmerican = /^(?:\+?1)?([2-9]\d\d)([2-9]\d\d)(\d{4})$/

type PhoneNumber = {
  /** US numbers as `(646) 555-0177 ext. 4`, others as typed. */
  readonly text: string
  /** Undefined without digits to dial. */
  readonly href: string | undefined
}

export function readPhoneNumber(typed: string): PhoneNumber {
  const written = typed.trim().replace(/^tel:/i, '').trim()
  const end = extensionPattern.exec(written)
  const extension = end?.[1]
  const number = written.slice(0, end?.index)
  const isInternational = number.startsWith('+')
  // "+44 (0)20": the zero is for calls within the country.
  const digits = (isInternational ? number.replace('(0)', '') : number).replace(/\D/g, '')
  const dialed = `${isInternational ? '+' : ''}${digits}`
  const [, area, exchange, line] = northAmerican.exec(dialed) ?? []
  const suffix = (before: string) => (extension ? `${before}${extension}` : '')
  const isPlain = /^[\d\s()+./-]*$/.test(number)
  return {
    text: area && isPlain ? `(${area}) ${exchange}-${line}${suffix(' ext. ')}` : typed,
    href: digits === '' ? undefined : `tel:${area ? `+1${area}${exchange}${line}` : dialed}${suffix(';ext=')}`,
  }
}

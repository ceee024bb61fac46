/** Arabic and Persian digits. NFKC makes full-width digits plain. */
const otherDigits = /[٠-٩۰-۹]/g

/** Makes the digits of other scripts plain. The text keeps its length. */
export function asciiDigits(text: string): string {
  return text.replace(otherDigits, (digit) => String(digit.charCodeAt(0) & 0xf))
}

export type PhoneNumber = {
  /** Everything that is dialed, with a country code as far as one was written. */
  readonly digits: string
  readonly extension: string | undefined
  /** Whether it was written with a leading plus sign. */
  readonly isInternational: boolean
}

const space = '[ ().·\\-/\\u2010-\\u2015]{0,4}'
/** As in the North American Numbering Plan: neither area code nor exchange begins with 0 or 1. */
const northAmerican = `(?<!\\d)(?:\\+?1${space})?([2-9]\\d\\d)${space}([2-9]\\d\\d)${space}(\\d{4})(?!\\d)`
/** Any number with a country code of its own, of up to 15 digits (ITU-T E.164). */
const international = `\\+[1-9](?:${space}\\d){6,14}(?!\\d)`
/** Letters of a telephone's keys: seven of them and digits, in capitals, or behind a toll-free area code. */
const withLetters = `(?<![\\dA-Za-z])(?:\\+?1${space})?(?:(8(?:00|33|44|55|66|77|88))${space}((?:[A-Za-z\\d][-. ]?){7})|([2-9]\\d\\d)${space}((?:[A-Z\\d][-. ]?){7}))(?![A-Za-z\\d])`
const numberPattern = new RegExp(`${northAmerican}|${international}|${withLetters}`, 'g')
/** Behind a comma or semicolon, digits that others continue are a second number. */
const extensionPattern =
  /^ ?(?:(?:[,;]? ?(?:ext=|extension|extn|ext)[.:]?|x|#) ?(\d{1,10})(?!\d)|[,;]{1,2} ?(\d{1,10})(?! ?[(.-]? ?\d))/i

const keys = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ']

function dialedDigits(text: string): string {
  return Array.from(text.toUpperCase(), (character) => {
    const key = keys.findIndex((letters) => letters.includes(character))
    return key < 0 ? character : String(key + 2)
  })
    .join('')
    .replace(/\D/g, '')
}

type SplitText = {
  readonly numbers: readonly (PhoneNumber & { readonly written: string })[]
  /** What is left between whole numbers. */
  readonly rest: string
}

/** Finds the whole phone numbers of a text, with their extensions. Letters of a telephone's keys become digits. */
export function splitPhoneNumbers(typed: string): SplitText {
  // "+44 (0)20": the zero is for calls within the country.
  const text = asciiDigits(typed.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
    .replace(/\s+/g, ' ')
    .replace(/\btel:/gi, ' ')
    .replace(/^ ?00(?=[1-9])/, '+')
    .replace(/(\+\d{1,3} ?)\(0\)/g, '$1')
  const numbers: SplitText['numbers'][number][] = []
  let rest = ''
  let end = 0
  for (const { 0: number, index } of text.matchAll(numberPattern)) {
    // It may be a part of the extension before it.
    if (index < end) continue
    rest += `${text.slice(end, index)} `
    const extension = extensionPattern.exec(text.slice(index + number.length))
    end = index + number.length + (extension?.[0].length ?? 0)
    numbers.push({
      digits: dialedDigits(number),
      extension: extension?.[1] ?? extension?.[2],
      isInternational: number.startsWith('+'),
      written: text.slice(index, end),
    })
  }
  return { numbers, rest: rest + text.slice(end) }
}

/** The whole numbers of a text, in their order. A text with other digits is one number of all of them. */
export function findPhoneNumbers(typed: string): readonly PhoneNumber[] {
  const { numbers, rest } = splitPhoneNumbers(typed)
  const other = numbers.length === 0 ? wholeText(rest) : undefined
  return other ? [other] : numbers
}

function wholeText(text: string): PhoneNumber | undefined {
  const extension = /(?:;ext=|extension|extn|ext\.?|[x#;,])\s*(\d{1,10})$/i.exec(text.trim())
  const number = text.trim().slice(0, extension?.index)
  const digits = number.replace(/\D/g, '')
  return digits === ''
    ? undefined
    : { digits, extension: extension?.[1], isInternational: number.trimStart().startsWith('+') }
}

/** A North American number has so many digits without the country code. */
export const phoneKeyLength = 10

/** What two writings of one number have in common. Null for fewer digits. */
export function phoneDigits({ digits }: PhoneNumber): string | null {
  return digits.length < phoneKeyLength ? null : digits.slice(-phoneKeyLength)
}

type ShownPhoneNumber = {
  /** US numbers as `(646) 555-0177 ext. 4`, others as typed. */
  readonly text: string
  /** Dials the first number. Undefined without digits to dial. */
  readonly href: string | undefined
  /**
   * Writes a text message to the first number. Only for US numbers without an extension, of which no digit tells a mobile
   * from a landline.
   */
  readonly textHref: string | undefined
}

export function readPhoneNumber(typed: string): ShownPhoneNumber {
  const [number, second] = findPhoneNumbers(typed)
  if (!number) return { text: typed, href: undefined, textHref: undefined }
  const { digits, extension, isInternational } = number
  const [, area, exchange, line] = /^1?([2-9]\d\d)([2-9]\d\d)(\d{4})$/.exec(digits) ?? []
  const suffix = (before: string) => (extension ? `${before}${extension}` : '')
  // Words beside a number, and letters in it, mean something.
  const isPlain =
    !second && /^(?:tel:)?[\d\s()+./-]*(?:(?:;ext=|extension|extn?|ext\.?|[x#;,])\s*\d+)?$/i.test(typed.trim())
  const american = area && `+1${area}${exchange}${line}`
  return {
    text: area && isPlain ? `(${area}) ${exchange}-${line}${suffix(' ext. ')}` : typed,
    href: `tel:${american || `${isInternational ? '+' : ''}${digits}`}${suffix(';ext=')}`,
    textHref: american && !extension ? `sms:${american}` : undefined,
  }
}

import { company } from '#shared/company.ts'

const minDistinct = 4
/** A year and a punctuation mark fit. */
const maxDecoration = 5

const invisible = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/gu

/** @param common in lower case */
export function isGuessable(password: string, common: ReadonlySet<string>): boolean {
  const visible = password.replace(invisible, '').toLowerCase()
  if (new Set(visible).size < minDistinct) return true
  return isCommonVariant(visible, common) || isCompanyName(visible)
}

function isCommonVariant(password: string, common: ReadonlySet<string>): boolean {
  return [password, password.replace(decorationAfter, ''), password.replace(decorationAround, '')]
    .filter((word) => password.length - word.length <= maxDecoration)
    .flatMap((word) => [word, ...withoutLookAlikes(word)])
    .some((word) => common.has(word))
}

const decorationAfter = /[^\p{L}]+$/u
const decorationAround = /^[^\p{L}]+|[^\p{L}]+$/gu

const lookAlikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '9': 'g',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
}

function withoutLookAlikes(word: string): string[] {
  const plain = word.replace(/[@4839$057+]/g, (character) => lookAlikes[character] ?? character)
  return ['i', 'l'].map((letter) => plain.replace(/[1!|]/g, letter))
}

const lettersAndDigits = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Whole names come before their words. */
function companyNames(): string[] {
  const { name, email, phone } = company
  const words = `${name} ${email}`.split(/[^\p{L}\p{N}]+/u)
  return (
    [name, email, phone.display, phone.href, ...words]
      .map(lettersAndDigits)
      // Many words contain shorter ones.
      .filter((text) => text.length > 3)
      .sort((one, other) => other.length - one.length)
  )
}

function isCompanyName(password: string): boolean {
  return [password, ...withoutLookAlikes(password)].map(lettersAndDigits).some((text) => {
    const others = companyNames().reduce((left, name) => left.replaceAll(name, ''), text)
    return others !== text && others.length <= maxDecoration
  })
}

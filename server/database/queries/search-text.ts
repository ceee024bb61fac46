/** What a request's words are looked through for. Nothing but letters, digits and marks of letters is in its texts. */
export type SearchCondition =
  /** Some word of the texts begins like this. */
  | { readonly word: string }
  /** The phone number has these digits in a row. */
  | { readonly phone: string }
  | { readonly all: readonly SearchCondition[] }
  | { readonly any: readonly SearchCondition[] }

/** How an engine's full-text search writes a condition. */
export type SearchWriting = {
  word(beginning: string): string
  phone(digits: string): string
  readonly and: string
  readonly or: string
}

/** A condition in the words of an engine's full-text search. */
export function searchText(condition: SearchCondition, writing: SearchWriting): string {
  if ('word' in condition) return writing.word(condition.word)
  if ('phone' in condition) return writing.phone(condition.phone)
  const [parts, joint] = 'all' in condition ? [condition.all, writing.and] : [condition.any, writing.or]
  return `(${parts.map((part) => searchText(part, writing)).join(joint)})`
}

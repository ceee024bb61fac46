/**
 * What a key is called in shortcuts: a letter is a capital only with Shift, not with Caps Lock. Where the layout has no Latin
 * letters, the place of the key counts.
 */
export function shortcutKey({ key, code, shiftKey }: KeyboardEvent): string {
  const isForeign = /^[^\p{ASCII}\p{Script=Latin}]/u.test(key)
  if (isForeign && code === 'Slash' && shiftKey) return '?'
  const letter = /^[a-z]$/i.exec(key)?.[0] ?? (isForeign ? /^Key([A-Z])$/.exec(code)?.[1] : undefined)
  if (letter === undefined) return key
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase()
}

/** Whether an input method takes the key for a word. Of the Enter that ends the word, Safari says so only by `keyCode`. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229
}

/**
 * Returns the name of a key in shortcuts. A letter is a capital only with Shift, not with Caps Lock. Where the layout
 * has no Latin letters, the position of the key decides.
 */
export function shortcutKey({ key, code, shiftKey }: KeyboardEvent): string {
  const isForeign = /^[^\p{ASCII}\p{Script=Latin}]/u.test(key)
  if (isForeign && code === 'Slash' && shiftKey) return '?'
  const letter = /^[a-z]$/i.exec(key)?.[0] ?? (isForeign ? /^Key([A-Z])$/.exec(code)?.[1] : undefined)
  if (letter === undefined) return key
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase()
}

/** Says whether an input method is using the key. Safari marks the Enter that ends a word only by its `keyCode`. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229
}

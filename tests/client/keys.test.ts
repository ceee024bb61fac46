import { describe, expect, it } from 'vitest'
import { isComposing, shortcutKey } from '#client/features/admin/ui/keys.ts'

const press = (key: string, code: string, more: KeyboardEventInit = {}) =>
  new KeyboardEvent('keydown', { key, code, ...more })

describe('shortcutKey', () => {
  it.each([
    ['k', 'KeyK', 'k'],
    ['л', 'KeyK', 'k'],
    ['Л', 'KeyK', 'k'],
    ['κ', 'KeyK', 'k'],
    ['ל', 'KeyK', 'k'],
    ['ن', 'KeyK', 'k'],
    ['่', 'KeyJ', 'j'],
    // Caps Lock is on.
    ['C', 'KeyC', 'c'],
    ['?', 'Slash', '?'],
    // The layouts of France and Dvorak, where another key has the letter.
    ['a', 'KeyQ', 'a'],
    ['j', 'KeyC', 'j'],
    // A Turkish layout.
    ['ö', 'KeyC', 'ö'],
    ['Enter', 'Enter', 'Enter'],
  ])('reads %s on %s as %s', (key, code, read) => {
    expect(shortcutKey(press(key, code))).toBe(read)
  })

  it.each([
    ['C', 'KeyC', 'C'],
    // With Caps Lock, too.
    ['c', 'KeyC', 'C'],
    ['С', 'KeyC', 'C'],
    ['?', 'Digit7', '?'],
    ['؟', 'Slash', '?'],
  ])('reads %s on %s with Shift as %s', (key, code, read) => {
    expect(shortcutKey(press(key, code, { shiftKey: true }))).toBe(read)
  })
})

it('a key belongs to an input method that says so by its flag or, in Safari, by its code alone', () => {
  expect(isComposing(press('Enter', 'Enter', { isComposing: true }))).toBe(true)
  expect(isComposing(press('Enter', 'Enter', { keyCode: 229 }))).toBe(true)
  expect(isComposing(press('Enter', 'Enter', { keyCode: 13 }))).toBe(false)
})

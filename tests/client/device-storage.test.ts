import { describe, expect, it } from 'vitest'
import { createDeviceStorage } from '#client/lib/device-storage.ts'

const throws = () => {
  throw new DOMException('No.', 'SecurityError')
}

describe('storage that works', () => {
  it('gives back what it was given until it is removed', () => {
    const storage = createDeviceStorage()
    expect(storage.read('a')).toBeUndefined()
    expect(storage.write('a', 'text')).toBe(true)
    expect(storage.read('a')).toBe('text')
    expect(storage.remove('a')).toBe(true)
    expect(storage.read('a')).toBeUndefined()
  })
})

describe.each([
  ['is blocked', throws],
  ['fails at each use', () => ({ getItem: throws, setItem: throws, removeItem: throws })],
])('storage that %s', (_name, open) => {
  it('holds nothing and says so, without an error', () => {
    const storage = createDeviceStorage(open)
    expect(storage.read('a')).toBeUndefined()
    expect(storage.write('a', 'text')).toBe(false)
    expect(storage.remove('a')).toBe(false)
  })
})

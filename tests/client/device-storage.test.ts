import { describe, expect, it } from 'vitest'
import { createDeviceStorage } from '#client/lib/device-storage.ts'

const throws = () => {
  throw new DOMException('No.', 'SecurityError')
}

describe('device storage', () => {
  it('returns a stored text until it is removed', () => {
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
  ['fails at each use', () => ({ getItem: throws, setItem: throws, removeItem: throws, clear: throws })],
])('device storage that %s', (_name, open) => {
  it('stores nothing and reports so without an error', () => {
    const storage = createDeviceStorage(open)
    expect(storage.read('a')).toBeUndefined()
    expect(storage.write('a', 'text')).toBe(false)
    expect(storage.remove('a')).toBe(false)
    expect(storage.clear()).toBe(false)
  })
})

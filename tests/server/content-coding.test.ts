import { expect, it } from 'vitest'
import { chooseCoding } from '#server/http/content-coding.ts'

it.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0', undefined],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['identity;q=1, br;q=0.5', undefined],
  ['identity;q=0.5, br;q=0.5', 'br'],
  ['br;q=nonsense', undefined],
  ['brotli, x-gzip, deflate', undefined],
])('sends a client that accepts %j the coding %s', (accepted, coding) => {
  expect(chooseCoding(accepted)).toBe(coding)
})

import * as fc from 'fast-check'

export type HeaderLine = readonly [name: string, value: string]

const values: Readonly<Record<string, readonly string[]>> = {
  host: [
    '',
    'a b',
    'evil.example',
    'evil.example:99999',
    '[::1]:80',
    'x@y',
    '../',
    'a'.repeat(300),
    '\xe9.example',
    '127.1',
  ],
  cookie: [
    '=',
    ';;;',
    'site-access',
    'site-access=a; site-access=b',
    `x=${'y'.repeat(10_000)}`,
    'site-refresh=%ff',
    '__proto__=1',
  ],
  'x-forwarded-for': [
    '',
    ',',
    'junk',
    '1.2.3.4:5678',
    '::1%eth0',
    '64:ff9b::102:304',
    '1.1.1.1, 2.2.2.2',
    'x'.repeat(9_000),
  ],
  'x-forwarded-host': ['evil.example', 'a,b', ''],
  'x-forwarded-proto': ['https', 'javascript', ''],
  forwarded: ['for=1.2.3.4;host=evil.example;proto=https', 'for="[::1]"', ';'],
  origin: ['null', 'https://evil.example', 'http://localhost', 'x'],
  'sec-fetch-site': ['cross-site', 'same-site', 'none', 'same-origin', 'x'],
  'content-type': [
    '',
    'text/plain',
    'application/json',
    'application/json; charset=utf-16',
    'multipart/form-data; boundary=x',
    'a/b;;;',
  ],
  'content-encoding': ['gzip', 'br', 'identity', 'x'],
  'accept-encoding': ['gzip', 'br;q=0, gzip;q=0', 'identity;q=0, *;q=0', '*', 'gzip;q=abc', 'br,'.repeat(3_000)],
  accept: ['*/*', 'text/html', 'application/json', 'text/event-stream', '', ';;'],
  range: [
    'bytes=0-0',
    'bytes=-1',
    'bytes=9-1',
    'bytes=0-99999999999999999999',
    `bytes=${'0-1,'.repeat(2_000)}0-1`,
    'x=1',
  ],
  'if-none-match': ['*', '"x"', 'W/"x", "y"', '"'.repeat(5_000), ''],
  'if-modified-since': ['x', 'Thu, 01 Jan 1970 00:00:00 GMT', '9999999999999'],
  'if-range': ['"x"', 'x'],
  expect: ['100-continue', 'x'],
  upgrade: ['websocket', 'h2c', 'TLS/1.0'],
  connection: ['keep-alive', 'close, upgrade', 'host', 'x'],
  te: ['trailers', 'chunked'],
  trailer: ['host'],
  'transfer-encoding': ['chunked', 'identity', 'gzip, chunked', 'xchunked'],
  'content-length': ['-1', '+5', '0x10', '99999999999999999999', '5, 5', '4294967296'],
  'last-event-id': ['0', '-1', 'x'.repeat(101), '99999999999999999999'],
  'user-agent': ['', 'x'.repeat(9_000), '\xff\xfe'],
  authorization: ['Bearer x', 'Basic AAAA'],
  'x-http-method-override': ['DELETE'],
  'trpc-accept': ['application/jsonl'],
  __proto__x: ['1'],
}

const line: fc.Arbitrary<HeaderLine> = fc
  .constantFrom(...Object.keys(values))
  .chain((name) => fc.constantFrom(...(values[name] ?? [''])).map((value): HeaderLine => [name, value]))

const many = fc
  .integer({ min: 50, max: 1_200 })
  .map((count) => Array.from({ length: count }, (): HeaderLine => ['x-a', 'b']))

/** These headers are invalid, repeated, too long or too many. */
export const hostileHeaders: fc.Arbitrary<readonly HeaderLine[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 6, arbitrary: fc.array(line, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: line.map((one) => [one, one]) },
  { weight: 1, arbitrary: many },
)

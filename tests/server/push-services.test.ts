import { expect, it } from 'vitest'
import { isPushEndpoint } from '#server/push/push-services.ts'
import { deriveVapidKeys } from '#server/push/vapid-keys.ts'

const own = 'http://127.0.0.1:4321'

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://wns2-by3p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/QGx',
])('browsers are reached at %s', (endpoint) => {
  expect(isPushEndpoint(endpoint, undefined)).toBe(true)
})

it.each([
  ...['http://fcm.googleapis.com/x', 'https://fcm.googleapis.com:8443/x', 'https://user:pass@fcm.googleapis.com/x'],
  ...['https://127.0.0.1/x', 'https://[::1]/x', 'https://169.254.169.254/latest/meta-data', 'https://10.0.0.8/x'],
  ...['https://localhost/x', 'https://example.com/x', 'https://fcm.googleapis.com.evil.example/x'],
  ...[
    'https://evilpush.apple.com/x',
    'https://notify.windows.com.evil.example/x',
    'https://fcm.googleapis.com@evil.example/',
  ],
  ...['https://evil.example/#fcm.googleapis.com', 'ftp://fcm.googleapis.com/x', 'fcm.googleapis.com', ''],
  ...[`${own}/x`, 'http://127.0.0.1:4322/x'],
])('B17 the server sends nothing to %s', (endpoint) => {
  expect(isPushEndpoint(endpoint, undefined)).toBe(false)
})

it('a setting adds one origin, and takes none away', () => {
  expect(isPushEndpoint(`${own}/x`, own)).toBe(true)
  expect(isPushEndpoint('http://127.0.0.1:4322/x', own)).toBe(false)
  expect(isPushEndpoint(`http://user@127.0.0.1:4321/x`, own)).toBe(false)
  expect(isPushEndpoint('https://web.push.apple.com/x', own)).toBe(true)
})

it('all processes with one key of secrets have the same pair, and others another', () => {
  const pair = deriveVapidKeys(Buffer.alloc(32, 's'))
  expect(deriveVapidKeys(Buffer.alloc(32, 's'))).toEqual(pair)
  expect(pair.publicKey).toMatch(/^B[\w-]{86}$/)
  expect(pair.privateKey).toMatch(/^[\w-]{43}$/)
  expect(deriveVapidKeys(Buffer.alloc(32, 't'))).not.toEqual(pair)
})

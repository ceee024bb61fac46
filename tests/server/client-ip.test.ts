import { expect, test } from 'vitest'
import { clientIp, rateLimitKey, trustedProxies } from '#server/accounts/limits/client-ip.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['64:ff9b::192.0.2.1', '192.0.2.1'],
  ['64:ff9b::c000:201', '192.0.2.1'],
  ['64:ff9b:1:abcd::192.0.2.1', '192.0.2.1'],
  ['64:ff9b:2::192.0.2.1', '64:ff9b:2::/64'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
  ['192.0.2.1:443', '192.0.2.1'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['', 'unknown'],
  ['no address', 'unknown'],
  ['127.1', 'unknown'],
  ['0x7f000001', 'unknown'],
  ['192.0.2.1:443:1', 'unknown'],
])('B10 the rate-limit key of "%s" is %s', (address, key) => {
  expect(rateLimitKey(address)).toBe(key)
})

test('the key of a wider network keeps fewer bits of IPv6, and all of IPv4', () => {
  expect(rateLimitKey('2001:db8:1:2fff::1', 56)).toBe('2001:db8:1:2f00::/56')
  expect(rateLimitKey('2001:db8:1:2fff::1', 48)).toBe('2001:db8:1::/48')
  expect(rateLimitKey('192.0.2.1', 48)).toBe('192.0.2.1')
})

test.each([
  [['10.0.0.1', '192.0.2.1'], '192.0.2.1'],
  [['10.0.0.1', '192.0.2.1:55012'], '192.0.2.1'],
  [['10.0.0.1', '[2001:db8::1]:55012'], '2001:db8::1'],
  [['10.0.0.1', '10.0.0.2', 'unknown'], '10.0.0.2'],
  [['10.0.0.1', '"><script>'], '10.0.0.1'],
])('B9 the client behind the hops %j has the IP address %s', (ips, sender) => {
  expect(clientIp({ ip: ips.at(-1) ?? '', ips })).toBe(sender)
})

test('returns no IP address for a connection that is gone', () => {
  expect(clientIp({ ip: undefined as unknown as string })).toBe('')
})

test.each([
  ['10.1.2.3', true],
  ['10.1.2.3:8080', true],
  ['::ffff:10.1.2.3', true],
  ['192.0.2.1', true],
  ['[2001:db8::7]:8080', true],
  ['172.16.0.9', true],
  ['192.0.2.2', false],
  ['64:ff9b::10.1.2.3', false],
  ['2001:db9::7', false],
  ['proxy', false],
])('B9 whether %s is a trusted proxy is %s', (address, isTrusted) => {
  const trusts = trustedProxies(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', '::ffff:172.16.0.0/108'])
  expect(trusts(address)).toBe(isTrusted)
})

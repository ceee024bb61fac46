import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** NAT64 (RFC 6052, RFC 8215): the last 32 bits are an IPv4 address. */
const translated = ['64:ff9b::/96', '64:ff9b:1::/48'].map((range) => ipaddr.IPv6.parseCIDR(range))

/**
 * Keeps 64 bits of IPv6, since a home has the rest, or fewer for a wider network; IPv4-mapped and NAT64 become IPv4.
 * Malformed addresses share one key.
 */
export function rateLimitKey(address: string, bits: 64 | 56 | 48 = 64): string {
  const parsed = parsedAddress(address)
  if (!parsed) return 'unknown'
  const inside = parsed instanceof ipaddr.IPv6 ? translatedAddress(parsed) : parsed
  if (inside) return inside.toString()
  const network = parsed.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0))
  return `${ipaddr.fromByteArray(network).toString()}/${bits}`
}

/** Falls back to the trusted proxy's address if it forwards a malformed one; empty if the connection is gone. */
export function clientIp(request: Pick<FastifyRequest, 'ip' | 'ips'>): string {
  // Fastify works out each of the two whenever it is read.
  for (const hop of request.ips?.toReversed() ?? [request.ip]) {
    const parsed = parsedAddress(hop)
    if (parsed) return parsed.toString()
  }
  return ''
}

export function trustedProxies(ranges: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const parsed = parsedAddress(address)
    return parsed !== undefined && trusted.check(parsed.toString(), parsed.kind())
  }
}

const withPort = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[\d.]+))(?::\d{1,5})?$/

/** The connection's own address may be undefined. */
function parsedAddress(text: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (text === undefined) return undefined
  const { v6, v4 } = withPort.exec(text)?.groups ?? {}
  const address = v6 ?? v4 ?? text
  // ipaddr.js would also parse 127.1 and 0x7f000001.
  return isIP(address) === 0 ? undefined : ipaddr.process(address)
}

function translatedAddress(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  if (!translated.some(([network, bits]) => address.match(network, bits))) return undefined
  return new ipaddr.IPv4(address.toByteArray().slice(12))
}

import ipaddr from 'ipaddr.js'

/**
 * What limits count a network address by: IPv4 as it is, also where it comes as IPv6, and the first 64 bits of IPv6,
 * since every home has all the rest to itself.
 *
 * @param address as the connection or a trusted proxy has it
 */
export function limitedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

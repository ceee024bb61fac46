/** A random (version 4) UUID. `crypto.randomUUID` is missing where the page came over plain HTTP, as on a local network. */
export function randomUuid(
  source: Pick<Crypto, 'getRandomValues'> & Partial<Pick<Crypto, 'randomUUID'>> = crypto,
): string {
  if (source.randomUUID) return source.randomUUID()

  const bytes = source.getRandomValues(new Uint8Array(16))
  const versioned = bytes.map((byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40
    return index === 8 ? (byte & 0x3f) | 0x80 : byte
  })
  const hex = Array.from(versioned, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

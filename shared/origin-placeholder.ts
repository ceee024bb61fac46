/**
 * The build does not know the public origin: the server replaces this in the pages when it starts. Names below `.invalid`
 * never resolve, should one be left over.
 */
export const originPlaceholder = 'https://app-origin.invalid'

/**
 * Percent-encodes the characters of an origin that mean something in HTML, XML or JSON. A host name may have `&` and
 * quotes.
 */
export function embeddableOrigin(origin: string): string {
  return origin.replace(/[^\w.:/[\]-]/g, encodeURIComponent).replaceAll("'", '%27')
}

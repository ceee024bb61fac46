/** The server replaces this. Names below `.invalid` never resolve. */
export const originPlaceholder = 'https://app-origin.invalid'

/** Host names may have `&` and quotes. */
export function embeddableOrigin(origin: string): string {
  return origin.replace(/[^\w.:/[\]-]/g, encodeURIComponent).replaceAll("'", '%27')
}

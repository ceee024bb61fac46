/**
 * Stands in the built pages for the public address, which the build does not know: the server puts its own in when it
 * starts. A name below `.invalid` never leads anywhere, should one ever be left.
 */
export const originPlaceholder = 'https://app-origin.invalid'

/**
 * A public address as it can stand in HTML, XML and JSON alike. A host name may hold `&` and quotes; written as
 * percent codes they are the same name, and mean nothing in any of the three.
 */
export function embeddableOrigin(origin: string): string {
  return origin.replace(/[^\w.:/[\]-]/g, encodeURIComponent).replaceAll("'", '%27')
}

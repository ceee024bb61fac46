/** Encodes the address, so that no part of it becomes a header. */
export function mailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}

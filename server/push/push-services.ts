/** The services of Chrome and most others, Firefox, Edge on Windows, and Safari. */
const services = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^[\w-]+(?:\.[\w-]+)*\.notify\.windows\.com$/,
  /^(?:[\w-]+\.)*push\.apple\.com$/,
]

/**
 * Whether an address belongs to a browser's push service. The server sends to no other, since clients name it.
 *
 * @param pushOrigin the one of a test, which counts too
 */
export function isPushEndpoint(endpoint: string, pushOrigin: string | undefined): boolean {
  if (!URL.canParse(endpoint)) return false
  const { origin, protocol, hostname, port, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (origin === pushOrigin) return true
  return protocol === 'https:' && port === '' && services.some((service) => service.test(hostname))
}

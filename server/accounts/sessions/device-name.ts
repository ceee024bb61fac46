const unknown = 'Unknown device'

/**
 * Names a browser for its owner. Loads its library with the first one.
 *
 * @param userAgent the User-Agent header
 * @returns such as `Firefox on Windows`
 */
export async function deviceName(userAgent: string): Promise<string> {
  // The library throws on an empty text.
  if (userAgent === '') return unknown
  const { default: bowser } = await import('bowser')
  const { browser, os, platform } = bowser.parse(userAgent)
  // Phones and tablets of Apple are known by their model rather than by their system.
  const system = platform.vendor === 'Apple' && platform.model ? platform.model : os.name
  const name = browser.name?.replace(/ for Android$/, '')
  if (name && system) return `${name} on ${system}`
  return name || system || unknown
}

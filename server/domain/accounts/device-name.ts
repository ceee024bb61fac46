const unknown = 'Unknown device'

/**
 * Names a browser for its owner. Loads its library with the first list of sessions.
 *
 * @param userAgents User-Agent headers
 * @returns such as `Firefox on Windows`, in the same order
 */
export async function deviceNames(userAgents: readonly string[]): Promise<string[]> {
  const { default: bowser } = await import('bowser')
  return userAgents.map((userAgent) => {
    // It throws on an empty text.
    if (userAgent === '') return unknown
    const { browser, os, platform } = bowser.parse(userAgent)
    // Phones and tablets of Apple are known by their model rather than by their system.
    const system = platform.vendor === 'Apple' && platform.model ? platform.model : os.name
    const name = browser.name?.replace(/ for Android$/, '')
    if (name && system) return `${name} on ${system}`
    return name || system || unknown
  })
}

import type { Plugin } from 'vite'

/**
 * Escapes characters beyond Latin-1 in the server's scripts. V8 keeps the source of a script with a single such
 * character in two bytes per character: four megabytes for the largest one.
 */
export function oneByteScripts(): Plugin {
  return {
    name: 'one-byte-scripts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'server',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escapeWide(file.code)
    },
  }
}

/**
 * Keeps the meaning in texts, regular expressions and names, but not in templates whose tag reads them raw.
 *
 * @param code JavaScript
 */
export function escapeWide(code: string): string {
  return code.replaceAll(/(\\*)([\u0100-\uffff])/g, (_, backslashes: string, character: string) => {
    const escaped = `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
    // A character may be escaped by a backslash of its own.
    return (backslashes.length % 2 === 0 ? backslashes : backslashes.slice(1)) + escaped
  })
}

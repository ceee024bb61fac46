import type { Plugin } from 'vite'

const base64Module = /\.wasm-base64\.m?js$/
const base64Text = /const wasm = "([\w+/=]+)"/

/**
 * Ships WebAssembly that a library has as base64 in a script as a file of its own. The script would cost its size three
 * times in memory, as source, as string and as bytes, and a start would parse and decode it.
 */
export function wasmFiles(): Plugin {
  return {
    name: 'wasm-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'server',
    transform: {
      filter: { id: base64Module },
      handler(code, id) {
        const text = base64Text.exec(code)?.[1]
        if (!text) this.error(`${id} has no base64 where it was expected`)
        const fileName = `${id.split('/').at(-1)?.replace(base64Module, '')}.wasm`
        this.emitFile({ type: 'asset', fileName, source: Buffer.from(text, 'base64') })
        // Prisma passes it to Buffer.from with the encoding base64, which copies bytes as they are.
        return `import { readFileSync } from 'node:fs'
export const wasm = readFileSync(new URL('./${fileName}', import.meta.url))`
      },
    },
  }
}

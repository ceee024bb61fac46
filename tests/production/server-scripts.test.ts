import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../../dist/server', import.meta.url))
const code = (file: string) => readFileSync(join(folder, file), 'utf8')

/** The files that Node loads with a file: itself and, in turn, what it imports statically. */
function loadedWith(file: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  for (const [, imported = ''] of code(file).matchAll(/^(?:import|export)\b[^'"]*["']\.\/([^"']+)["']/gm))
    loadedWith(imported, loaded)
  return loaded
}

it('the server starts without React, which is in one file that the email templates load', () => {
  const withReact = readdirSync(folder).filter((file) => code(file).includes('renderToStaticMarkup'))
  const reactFiles = withReact.filter((file) => code(file).includes('react-dom-server-legacy.node.production'))
  expect(reactFiles).toHaveLength(1)
  for (const entry of ['main.js', 'staff.js', 'demo.js'])
    expect([...loadedWith(entry)].filter((file) => withReact.includes(file))).toEqual([])
  for (const template of ['account-emails', 'estimate-staff', 'estimate-visitor']) {
    const [file = ''] = readdirSync(folder).filter((name) => name.startsWith(`${template}-`))
    expect([...loadedWith(file)]).toContain(reactFiles[0])
  }
})

it('the server starts without Prisma, which its first use loads', () => {
  const withPrisma = readdirSync(folder).filter((file) => code(file).includes('PrismaClientInitializationError'))
  expect(withPrisma).not.toEqual([])
  const engines = readdirSync(folder).filter((file) => /^open-.+\.js$/.test(file))
  expect(engines.length).toBeGreaterThanOrEqual(2)
  for (const entry of ['main.js', ...engines])
    expect([...loadedWith(entry)].filter((file) => withPrisma.includes(file))).toEqual([])
})

it('the server starts without prom-client, which it loads when a setting asks for it', () => {
  // A name of prom-client that the bundle keeps in a string.
  const mark = 'nodejs_eventloop_lag_seconds'
  expect([...loadedWith('main.js')].map(code).join('\n')).not.toContain(mark)
  expect(readdirSync(folder).map(code).join('\n')).toContain(mark)
})
it('the server has no compiler of schemas', () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.js')))
    expect(code(file)).not.toContain('ajv/dist/')
})

it('the server bundle has no development build of React', () => {
  for (const file of readdirSync(folder)) expect(code(file)).not.toContain('react-dom-server.node.development')
})

it('V8 keeps the source of each script of the server in one byte per character', () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.js')))
    expect(code(file)).toMatch(/^[\0-\xff]*$/)
})

it('WebAssembly is in files, not as base64 in the scripts of the server', () => {
  const files = readdirSync(folder)
  // "AGFzbQ" is base64 for the first four bytes of each module.
  expect(files.filter((file) => file.endsWith('.js') && code(file).includes('AGFzbQ'))).toEqual([])
  const modules = files.filter((file) => file.endsWith('.wasm'))
  expect(modules).toHaveLength(2)
  for (const file of modules) expect(WebAssembly.validate(readFileSync(join(folder, file)))).toBe(true)
})

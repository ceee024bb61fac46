// `prisma migrate` downloads a native engine, but npm has the same engine as WebAssembly.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'

// The package imports its .wasm file, which Node 20 supports only behind a flag.
const wasmPath = createRequire(import.meta.url)
  .resolve('@prisma/schema-engine-wasm')
  .replace('.js', '_bg.wasm')
const { instance } = await WebAssembly.instantiate(readFileSync(wasmPath), { './schema_engine_bg.js': bindings })
bindings.__wbg_set_wasm(instance.exports)
const start = /** @type {() => void} */ (instance.exports.__wbindgen_start)
start()

/**
 * Comparing schemas needs only PostgreSQL's version.
 *
 * @param {'sqlite' | 'postgres'} provider
 * @returns {import('@prisma/driver-adapter-utils').SqlDriverAdapter}
 */
function stubAdapter(provider) {
  return {
    provider,
    adapterName: 'none',
    async queryRaw() {
      return {
        columnNames: ['exists', 'version', 'numeric_version'],
        columnTypes: [ColumnTypeEnum.Boolean, ColumnTypeEnum.Text, ColumnTypeEnum.Int32],
        rows: [[true, 'PostgreSQL 15', 150000]],
      }
    },
    async executeRaw() {
      return 0
    },
    async executeScript() {},
    async startTransaction() {
      throw new Error('comparing schemas needs no transaction')
    },
    async dispose() {},
  }
}

/**
 * @param {string} to
 * @param {string} [from] empty by default
 * @returns {Promise<string>}
 */
export async function schemaSql(to, from) {
  const provider = to.includes('provider = "postgresql"') ? 'postgres' : 'sqlite'
  const schema = (/** @type {string} */ content) => ({
    tag: /** @type {const} */ ('schemaDatamodel'),
    files: [{ path: 'schema.prisma', content }],
  })
  const engine = await bindings.SchemaEngine.new(
    { datamodels: [['schema.prisma', to]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory({
      provider,
      adapterName: 'none',
      connect: async () => stubAdapter(provider),
      connectToShadowDb: async () => stubAdapter(provider),
    }),
  )
  const { stdout } = await engine.diff({
    from: from === undefined ? { tag: 'empty' } : schema(from),
    to: schema(to),
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  })
  return stdout ?? ''
}

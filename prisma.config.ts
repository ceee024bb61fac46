import { defineConfig } from 'prisma/config'

// `prisma generate` would download a native schema engine that it does not use; any executable keeps it offline.
if (process.argv.includes('generate')) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath
}

export default defineConfig({ schema: 'prisma/schema.prisma' })

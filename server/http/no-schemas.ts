import type { FastifyServerOptions } from 'fastify'

function refuse(): never {
  throw new Error('Routes have no schemas, because zod validates what clients send.')
}

/** Fastify would load the compilers of schemas at each start, and the build would contain them. */
export const noSchemas = {
  compilersFactory: { buildValidator: refuse, buildSerializer: refuse },
} satisfies FastifyServerOptions['schemaController']

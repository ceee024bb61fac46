// The reference for pages: @fastify/static with compressed files beside the plain ones, in the folder STATIC_ROOT.
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'

const { PORT, STATIC_ROOT = '' } = process.env

const app = Fastify()
await app.register(fastifyStatic, { root: STATIC_ROOT, preCompressed: true })
app.get('/readyz', () => 'ready')
await app.listen({ port: Number(PORT), host: '127.0.0.1' })

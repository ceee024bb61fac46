import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'

export async function sendStream(body: AsyncIterable<Uint8Array>, reply: FastifyReply): Promise<void> {
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(reply.statusCode)
  try {
    await pipeline(body, raw)
  } catch (error) {
    // Most clients disconnect.
    if (!raw.destroyed) throw error
    reply.log.debug({ err: error }, 'a stream was cut off')
  }
}

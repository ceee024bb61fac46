import plugin from 'fastify-plugin'

/** Puts the given headers on every answer that a route or an error handler writes. */
export const securityHeadersPlugin = plugin<{ headers: Readonly<Record<string, string>> }>(
  async (app, { headers }) => {
    app.addHook('onRequest', (_request, reply, done) => {
      reply.headers(headers)
      done()
    })
  },
  { name: 'security-headers' },
)

import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { once } from '#server/logging/once.ts'

/** The browser names the page whose files it asks for, so that a proxy that ends TLS is not mistaken for plain http. */
export const plainHttpNotice = plugin(
  async (app: FastifyInstance, { appOrigin }: { appOrigin: string }) => {
    if (!appOrigin.startsWith('https:')) return
    const warn = once((log: FastifyBaseLogger) =>
      log.warn(
        { appOrigin },
        'a page was opened by plain http, and the browser sent on to APP_ORIGIN: redirect plain http in the proxy, or correct APP_ORIGIN',
      ),
    )
    app.addHook('onRequest', (request, _reply, done) => {
      const { referer, host } = request.headers
      if (referer?.startsWith(`http://${host}/`)) warn(request.log)
      done()
    })
  },
  { name: 'plain-http-notice' },
)

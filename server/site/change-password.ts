import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'

/** See W3C, A Well-Known URL for Changing Passwords. */
export const changePassword = plugin(
  async (app: FastifyInstance) => {
    app.get('/.well-known/change-password', (_request, reply) => reply.redirect('/account', 302))
  },
  { name: 'change-password' },
)

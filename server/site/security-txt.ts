import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import type { Clock } from '#server/clock.ts'
import { company } from '#shared/company.ts'

const path = '/.well-known/security.txt'

/** See RFC 9116. */
export const securityTxt = plugin(
  async (app: FastifyInstance, { appOrigin, clock }: { appOrigin: string; clock: Clock }) => {
    app.get(path, (_request, reply) => {
      reply
        .header('cache-control', 'public, max-age=3600')
        .type('text/plain; charset=utf-8')
        .send(securityText(appOrigin, clock.now()))
    })
  },
  { name: 'security-txt' },
)

function securityText(appOrigin: string, now: Date): string {
  const lines = [
    `Contact: mailto:${company.email}`,
    `Expires: ${expiry(now).toISOString().replace('.000Z', 'Z')}`,
    'Preferred-Languages: en',
  ]
  // The standard allows https only.
  if (appOrigin.startsWith('https:')) lines.push(`Canonical: ${appOrigin}${path}`)
  return `${lines.join('\n')}\n`
}

/** RFC 9116 recommends less than a year. */
function expiry(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 7, 1))
}

import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { requestPage } from '#shared/pages.ts'
import { isApiRequest } from './error-responses.ts'
import { HttpError } from './http-error.ts'
import { respondOnSocket } from './socket-response.ts'

/** Paths with more characters are refused. */
const maxPathLength = 1_024

/** The longest host name (RFC 1035) with a port. */
const maxHostLength = 253 + ':65535'.length

const pageMethods = ['GET', 'HEAD', 'OPTIONS']
const apiMethods = ['GET', 'POST', 'OPTIONS']
const fileMethods = ['PUT', 'OPTIONS']
const photoMethods = ['PUT', 'DELETE', 'OPTIONS']

const hostForm = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** Any well-formed host is allowed: visitors use IP addresses, names and proxies. */
export const requestValidation = plugin<{ headers: Readonly<Record<string, string>> }>(
  async (app, { headers }) => {
    app.addHook('onRequest', (request, reply, done) => {
      const problem = findProblem(request)
      if (problem) return done(problem)
      if (request.method !== 'OPTIONS') return done()
      reply.code(204).header('allow', allowedMethods(request).join(', ')).send()
    })

    // Without a listener, a socket error ends the process.
    app.server.on('connection', (socket) => socket.on('error', () => undefined))
    // By default, Node responds to these itself.
    app.server.on('connect', (_request, socket) => {
      socket.resume()
      respondOnSocket(socket, 405, { ...headers, allow: pageMethods.join(', ') })
    })
    app.server.on('checkExpectation', app.routing)
  },
  { name: 'request-validation' },
)

function findProblem(request: FastifyRequest): HttpError | undefined {
  const allowed = allowedMethods(request)
  if (!allowed.includes(request.method))
    return new HttpError(405, 'This URL does not support that method.', { allow: allowed.join(', ') })
  if (!isHost(request)) return new HttpError(400, 'The Host header is not a host name.')

  const url = request.raw.url ?? ''
  const isAddress = url.startsWith('/') || (request.method === 'OPTIONS' && url === '*')
  if (!isAddress) return new HttpError(400, 'The URL is not a path of this site.')
  if (url.split('?', 1).join('').length > maxPathLength) return new HttpError(414, 'The URL is too long.')
  return undefined
}

function allowedMethods(request: FastifyRequest): readonly string[] {
  const { url = '' } = request.raw
  if (url.startsWith('/api/proposals/')) return fileMethods
  if (url.startsWith('/api/form-photos/')) return photoMethods
  if (url.startsWith('/api/company-photos/')) return [...pageMethods, 'PUT']
  if (url.startsWith(`${requestPage.path}/`)) return [...pageMethods, 'POST']
  return isApiRequest(request) || url.startsWith('/webhooks/') ? apiMethods : pageMethods
}

function isHost({ raw }: FastifyRequest): boolean {
  const { host } = raw.headers
  // Node keeps the first of several, and a proxy may have read another.
  if (raw.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length > 1) return false
  if (host === undefined) return raw.httpVersion === '1.0'
  return host.length <= maxHostLength && hostForm.test(host) && URL.canParse(`http://${host}`)
}

import { createServer, type RequestListener, type Server } from 'node:http'
import type { Logger } from 'pino'

type MetricsText = () => Promise<{ readonly contentType: string; readonly body: string }>

const timeoutMs = 10_000

/** Serves `/metrics` on a port of its own, since the numbers are not for visitors. */
export class MetricsServer {
  readonly #server: Server

  constructor(text: MetricsText, log: Pick<Logger, 'error'>) {
    this.#server = createServer({ requestTimeout: timeoutMs, keepAliveTimeout: timeoutMs }, listener(text, log))
  }

  /** @throws {Error} when the port is in use, with a sentence for the operator */
  async listen(port: number, host: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, host, resolve)
    }).catch((cause: Error) => {
      throw new Error(`METRICS_PORT ${port} at ${host} cannot be opened: ${cause.message}`, { cause })
    })
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }
}

function listener(text: MetricsText, log: Pick<Logger, 'error'>): RequestListener {
  return (request, response) => {
    const isScrape = request.method === 'GET' && request.url?.split('?', 1)[0] === '/metrics'
    if (!isScrape) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('The metrics are at /metrics.\n')
      return
    }
    text().then(
      ({ contentType, body }) => response.writeHead(200, { 'content-type': contentType }).end(body),
      (err: unknown) => {
        log.error({ err }, 'the metrics could not be read')
        response.writeHead(500).end()
      },
    )
  }
}

import { createServer } from 'node:http'
import { freePort } from '#tests/support/server/server-process.ts'

/** Accepts messages and never responds, so that emails cost next to nothing. */
export async function silentMailService() {
  const server = createServer(() => undefined)
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    settings: { POSTMARK_SERVER_TOKEN: 'bench', POSTMARK_API_ORIGIN: `http://127.0.0.1:${port}` },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

import { connect, createServer, type Socket } from 'node:net'

/** A proxy in front of a database server that can drop all traffic silently. */
export type SilentProxy = {
  /** The URL of the database through the proxy. */
  readonly url: string
  /** The URL of another database of the server through the proxy. */
  through(databaseUrl: string): string
  /** New connections lead to this server from now on. */
  pointTo(serverUrl: string): void
  /**
   * Existing connections pass on nothing from now on, not even their ends. New ones work.
   *
   * @returns how many these are
   */
  fallSilent(): number
  /** The number of connections that are not silent. */
  open(): number
  close(): Promise<void>
}

/** @param databaseUrl `postgresql://…` */
export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  let target = new URL(databaseUrl)
  const pairs = new Set<readonly [Socket, Socket]>()
  const silent = new Set<Socket>()

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: target.hostname, port: Number(target.port), allowHalfOpen: true })
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (data) => !silent.has(from) && to.write(data))
      from.on('end', () => !silent.has(from) && to.end())
      from.on('error', () => undefined)
      from.on('close', () => {
        pairs.delete(pair)
        if (!silent.has(from)) to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  const through = (url: string) => Object.assign(new URL(url), { host: `127.0.0.1:${address.port}` }).href
  const open = () => [...pairs].filter(([near]) => !silent.has(near))
  return {
    url: through(databaseUrl),
    through,
    pointTo(serverUrl) {
      target = new URL(serverUrl)
    },
    fallSilent() {
      const { length } = open()
      for (const socket of [...pairs].flat()) silent.add(socket)
      return length
    },
    open: () => open().length,
    async close() {
      for (const socket of [...[...pairs].flat(), ...silent]) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy whose connections can go silent. */
export type TcpProxy = {
  readonly port: number
  /** Affects new connections only. */
  pointTo(port: number): void
  /** Silences the present connections without closing them. New ones work. */
  freeze(): number
  close(): Promise<void>
}

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let target = targetPort
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((client) => {
    const upstream = connect({ port: target, host: '127.0.0.1' })
    const pair = [client, upstream] as const
    pairs.add(pair)
    const end = () => {
      if (!pairs.delete(pair)) return
      client.destroy()
      upstream.destroy()
    }
    for (const socket of pair) socket.setNoDelay(true).on('error', end).on('close', end)
    client.pipe(upstream)
    upstream.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  const frozen: Socket[] = []
  return {
    port: address.port,
    pointTo(port) {
      target = port
    },
    freeze() {
      const silent = [...pairs]
      for (const pair of silent) {
        pairs.delete(pair)
        for (const socket of pair) {
          socket.unpipe()
          socket.removeAllListeners('close')
          // Data is accepted and dropped, as on a network that loses all but acknowledgements.
          socket.removeAllListeners('data').removeAllListeners('end')
          socket.pause()
          frozen.push(socket)
        }
      }
      return silent.length
    },
    async close() {
      for (const socket of [...frozen, ...[...pairs].flat()]) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

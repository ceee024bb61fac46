import { connect, createServer, type Socket } from 'node:net'

/** A proxy in front of a database that records what its clients send. */
export type RecordingProxy = {
  /** The URL of the database through the proxy. */
  readonly url: string
  /** The parameters with which each connection began. */
  readonly startups: readonly (readonly string[])[]
  /** The texts of all statements, each once. */
  readonly statements: ReadonlySet<string>
  /** The names of prepared statements; an unnamed one has the empty name. */
  readonly names: ReadonlySet<string>
  close(): Promise<void>
}

/** @param databaseUrl `postgresql://…` without TLS */
export async function startRecordingProxy(databaseUrl: string): Promise<RecordingProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const startups: string[][] = []
  const statements = new Set<string>()
  const names = new Set<string>()

  const server = createServer((near) => {
    const far = connect({ host: target.hostname, port: Number(target.port) })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
    const read = messageReader((type, body) => {
      const texts = textsOf(body)
      if (type === 'startup') startups.push(textsOf(body.subarray(4)))
      if (type === 'Q') statements.add(texts[0] ?? '')
      if (type !== 'P') return
      names.add(texts[0] ?? '')
      statements.add(texts[1] ?? '')
    })
    near.on('data', read)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${address.port}`
  return {
    url: url.href,
    startups,
    statements,
    names,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Calls back with each complete message of PostgreSQL's protocol. Only the first has no type. */
function messageReader(onMessage: (type: string, body: Buffer) => void): (data: Buffer) => void {
  let rest = Buffer.alloc(0)
  let hasBegun = false
  return (data) => {
    rest = Buffer.concat([rest, data])
    for (;;) {
      const at = hasBegun ? 1 : 0
      if (rest.length < at + 4) return
      // The length counts itself.
      const end = at + rest.readInt32BE(at)
      if (rest.length < end) return
      onMessage(hasBegun ? rest.toString('latin1', 0, 1) : 'startup', rest.subarray(at + 4, end))
      hasBegun = true
      rest = rest.subarray(end)
    }
  }
}

/** The texts that a message has, each ended by a zero. */
function textsOf(body: Buffer): string[] {
  return body.toString().split('\0')
}

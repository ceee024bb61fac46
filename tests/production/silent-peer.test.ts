import { setTimeout as delay } from 'node:timers/promises'
import { expect, inject, it } from 'vitest'
import { createCopy, databaseOnServer } from '#tests/support/database/postgresql-databases.ts'
import { startSilentProxy } from '#tests/support/database/silent-proxy.ts'
import { estimateInput, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { fromElsewhere, trustLoopback } from '#tests/support/server/sender-ip.ts'
import { startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { startedDatabases } from '#tests/support/server/started-folder.ts'

it('stops in time and with code 0 while PostgreSQL sends nothing on any connection', async () => {
  const folder = temporaryFolder('silent-peer')
  const cluster = inject('postgresqlUrl')
  const name = await createCopy(cluster, (await startedDatabases('postgresql')).postgresql)
  const proxy = await startSilentProxy(databaseOnServer(cluster, name))
  const server = await startServer({ DATA_DIR: folder.path, DATABASE_URL: proxy.url, ...trustLoopback })
  const submit = () =>
    fetch(`${server.origin}/api/trpc/estimates.submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...fromElsewhere() },
      body: JSON.stringify(estimateInput(newVisitor())),
    })
  try {
    expect((await Promise.all(Array.from({ length: 20 }, submit))).map(({ status }) => status)).not.toContain(503)
    proxy.fallSilent()
    const waiting = Promise.allSettled(Array.from({ length: 5 }, submit))
    await delay(200)
    const begun = performance.now()
    expect(await server.end('SIGTERM')).toBe(0)
    expect(performance.now() - begun).toBeLessThan(8_000)
    await waiting
  } finally {
    await server.end('SIGKILL')
    await proxy.close()
    folder.remove()
  }
})

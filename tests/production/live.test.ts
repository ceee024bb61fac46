import { expect, it } from 'vitest'
import { openLivePage } from '#tests/support/server/live-page.ts'
import { startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { createStartedFolder } from '#tests/support/server/started-folder.ts'

it('ends on a signal although streams are open', async () => {
  const data = temporaryFolder('live')
  await createStartedFolder(data.path)
  const server = await startServer({ DATA_DIR: data.path })
  const staff = await insertSignedIn(`file:${data.path}/app.db`, { role: 'staff' })
  const port = Number(new URL(server.origin).port)
  const pages = await Promise.all(Array.from({ length: 4 }, () => openLivePage(port, staff)))
  const begun = performance.now()
  expect(await server.end('SIGTERM')).toBe(0)
  expect(performance.now() - begun).toBeLessThan(5_000)
  await expect.poll(() => pages.every((page) => page.isExpired())).toBe(true)
  data.remove()
})

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { type ServerProcess, startServer, temporaryFolder } from '#tests/support/server/server-process.ts'

const folder = temporaryFolder('backup-sample')
const script = readFileSync('docs/samples/backup.cjs')
let server: ServerProcess | undefined

afterEach(async () => {
  await server?.end('SIGTERM')
  folder.remove()
})

it('the backup script of the documents copies the database of a running server, for its owner alone', async () => {
  server = await startServer({ DATA_DIR: folder.path })
  const answer = await fetch(`${server.origin}/api/trpc/estimates.submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(estimateInput()),
  })
  expect(answer.status).toBe(200)

  // As "docker exec -i … node - < backup.cjs" runs it.
  const env = { PATH: process.env.PATH, DATA_DIR: folder.path }
  const { status, stderr } = spawnSync(process.execPath, ['-'], { input: script, env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])

  const backup = join(folder.path, 'backup.db')
  const rows = await queryDatabase<{ name: string }>(`file:${backup}`, 'select name from project_estimates')
  expect(rows).toEqual([{ name: 'Ada Romero' }])
  expect(statSync(backup).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder.path).filter((name) => name.includes('unchecked'))).toEqual([])
})

it('the backup script of the documents fails where there is no database', () => {
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder.path, 'nowhere') }
  const { status, stderr } = spawnSync(process.execPath, ['-'], { input: script, env, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain('Cannot open database')
})

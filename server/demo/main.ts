import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '#server/read-config.ts'
import { runServer } from '#server/run-server.ts'
import { seedDemo } from './seed.ts'

const requests = 300

// Real data and mail stay untouched.
const folder = mkdtempSync(join(tmpdir(), 'five-borough-builders-demo-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

await runServer(
  async () => {
    const config = readConfig({
      DATA_DIR: folder,
      DATABASE_URL: '',
      DATABASE_DIRECT_URL: '',
      POSTMARK_SERVER_TOKEN: '',
      MAIL_URL: '',
      ADMIN_EMAILS: '',
    })
    const { email, password } = await seedDemo(config.databaseUrl, requests, new Date())
    process.stdout.write(
      `A demonstration with ${requests} made-up requests. Everything is gone when it ends: ${folder}\n` +
        `Sign in at ${config.appOrigin}/admin/today as ${email} with the password ${password}\n`,
    )
    return config
  },
  fileURLToPath(new URL('../client', import.meta.url)),
)

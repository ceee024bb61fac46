// npm run security-doc: updates the role matrix of docs/security.md.
import { spawnSync } from 'node:child_process'

const { status } = spawnSync(
  'vitest',
  ['run', '--config', 'tests/vitest.config.ts', '--project', 'database-sqlite', 'tests/api/role-matrix.test.ts'],
  { stdio: 'inherit', env: { ...process.env, WRITE_SECURITY_DOCUMENT: '1' } },
)
process.exitCode = status ?? 1

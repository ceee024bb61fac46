// node scripts/test-tools.mjs COMMAND [ARGUMENTS]: runs a command that needs the tools of tests, such as vitest, with them in
// its path. The tools are a package of their own, installed when they are first needed, so that `npm ci && npm start` does
// without them.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const tools = join(root, 'tests/tools')
const packages = join(tools, 'node_modules')
const installedLock = join(packages, '.installed-lock.json')
const shell = process.platform === 'win32'

const lock = readFileSync(join(tools, 'package-lock.json'), 'utf8')
if (!existsSync(installedLock) || readFileSync(installedLock, 'utf8') !== lock) {
  console.error('Installing the tools of tests; this takes a minute or two ...')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: tools,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell,
  })
  if (status !== 0) process.exit(status ?? 1)
  // The files of tests find the packages here.
  const link = join(root, 'tests/node_modules')
  if (!existsSync(link)) symlinkSync(packages, link, 'junction')
  writeFileSync(installedLock, lock)
}

const [command = '', ...given] = process.argv.slice(2)
const isConfigured = command === 'vitest' || command === 'playwright'
const args = isConfigured ? [...given, '--config', `tests/${command}.config.ts`] : given
const PATH = [join(packages, '.bin'), process.env.PATH].join(delimiter)
const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, PATH }, shell })
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => child.kill(signal))
child.once('close', (code) => {
  process.exitCode = code ?? 1
})

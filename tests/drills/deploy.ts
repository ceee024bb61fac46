import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, temporaryFolder } from '#tests/support/server/server-process.ts'
import { type Drill, type DrillRun, Skipped } from './harness/drill.ts'

const folder = fileURLToPath(new URL('../../deploy', import.meta.url))

/** The exposure by `systemd-analyze security`, from 0 to 10. */
const maxExposure = 2.5

type Output = { readonly status: number | null; readonly text: string }

/** @throws {Skipped} naming Debian's package, when the program is missing */
function run(
  debianPackage: string,
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Output {
  const { error, status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, ...env },
    timeout: 60_000,
  })
  if (error && 'code' in error && error.code === 'ENOENT')
    throw new Skipped(`needs ${command}: apt install ${debianPackage}`)
  if (error) throw error
  return { status, text: `${stdout}${stderr}` }
}

const listFiles = (ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => join(folder, path))

async function verifyUnits(drill: DrillRun): Promise<void> {
  const units = [...listFiles('.service'), ...listFiles('.timer')]
  // It looks for the programs that the units start.
  const { status, text } = run('systemd', 'systemd-analyze', ['verify', '--man=no', ...units])
  drill.check('systemd accepts the units', status === 0 && text.trim() === '', text)
  for (const unit of ['estimates.service', 'estimates-backup.service', 'estimates-health.service']) {
    const security = run('systemd', 'systemd-analyze', ['security', '--offline=true', join(folder, 'systemd', unit)])
    const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(security.text)?.[1])
    drill.figure(`${unit} exposure`, exposure)
    drill.check(`${unit} is confined`, exposure < maxExposure, security.text.slice(-200))
  }
}

async function validateCaddyfiles(drill: DrillRun): Promise<void> {
  for (const file of listFiles('Caddyfile')) {
    const args = ['validate', '--adapter', 'caddyfile', '--config', file]
    const home = temporaryFolder('caddy')
    drill.defer(() => home.remove())
    const { status, text } = run('caddy', 'caddy', args, { SITE_HOST: 'www.example.com', HOME: home.path })
    drill.check(`Caddy accepts ${file.slice(folder.length)}`, status === 0, text.slice(-300))
  }
}

/** The certificate's files of the sample do not exist here. */
async function testNginx(drill: DrillRun): Promise<void> {
  const place = temporaryFolder('nginx')
  drill.defer(() => place.remove())
  const [key, certificate] = [join(place.path, 'key.pem'), join(place.path, 'certificate.pem')]
  const days = ['-days', '1', '-nodes', '-subj', '/CN=www.example.com']
  run('openssl', 'openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', certificate, ...days])
  const sample = readFileSync(join(folder, 'proxy/nginx.conf'), 'utf8')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replace(/access_log \S+/, `access_log ${join(place.path, 'access.log')}`)
  const main = join(place.path, 'nginx.conf')
  writeFileSync(main, `pid ${place.path}/pid;\nerror_log stderr;\nevents {}\nhttp {\n${sample}\n}\n`)
  const { status, text } = run('nginx', 'nginx', ['-t', '-c', main, '-p', place.path])
  drill.check('nginx accepts the sample', status === 0, text.slice(-300))
}

async function checkRules(drill: DrillRun): Promise<void> {
  const monitoring = join(folder, 'monitoring')
  for (const [what, name] of [
    ['rules', 'alerts.yml'],
    ['config', 'prometheus.yml'],
  ] as const) {
    const { status, text } = run('prometheus', 'promtool', ['check', what, join(monitoring, name)])
    drill.check(`Prometheus accepts ${name}`, status === 0, text.slice(-300))
  }
}

/**
 * This stands in for Docker: only /data and /tmp can be written, and /proc shows processes alone, as the units have it.
 */
const readOnlyRoot = `
  set -e
  mount --make-rprivate /
  mount --bind "$DATA_DIR" /mnt
  mount --rbind / /opt
  mount -o remount,bind,ro /opt
  mount -t tmpfs tmpfs /opt/tmp
  mount -t proc -o subset=pid proc /opt/proc
  DATA_DIR=/mnt exec chroot /opt "$@"`

async function serveReadOnly(drill: DrillRun): Promise<void> {
  if (process.getuid?.() !== 0) throw new Skipped('needs to be run by root')
  const place = temporaryFolder('read-only')
  drill.defer(() => place.remove())
  const port = await freePort()
  const script = `
    const { spawn } = require('node:child_process')
    let writable = true
    try { require('node:fs').writeFileSync('/read-only-drill', '') } catch { writable = false }
    const server = spawn(process.execPath, [${JSON.stringify(join(drill.dist, 'server/main.js'))}], { stdio: 'inherit' })
    const ask = async (left) => {
      const ready = await fetch('http://127.0.0.1:${port}/readyz').then((response) => response.status, () => 0)
      if (ready !== 200 && left > 0) return setTimeout(ask, 50, left - 1)
      server.once('exit', (code) => console.log(JSON.stringify({ ready, code, writable })))
      server.kill('SIGTERM')
    }
    ask(200)`
  const { status, text } = run(
    'util-linux',
    'unshare',
    ['--mount', 'sh', '-c', readOnlyRoot, 'sh', process.execPath, '-e', script],
    { DATA_DIR: place.path, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
  )
  const last = text.trim().split('\n').at(-1)
  drill.check(
    'the server starts, stores and stops without another writable folder',
    last === JSON.stringify({ ready: 200, code: 0, writable: false }),
    { status, text: text.slice(-300) },
  )
  drill.check('the database is in the data folder', readdirSync(place.path).includes('app.db'), readdirSync(place.path))
}

const parts: readonly (readonly [string, Drill['run']])[] = [
  ['systemd units', verifyUnits],
  ['Caddyfiles', validateCaddyfiles],
  ['nginx', testNginx],
  ['alert rules', checkRules],
  ['read-only root', serveReadOnly],
]

export const deployDrills: readonly Drill[] = parts.map(([title, part]) => ({
  id: 'DEPLOY',
  title,
  engine: 'sqlite',
  run: part,
}))

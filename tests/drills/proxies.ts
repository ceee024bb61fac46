import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { type RequestOptions, request as secureRequest } from 'node:https'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { estimateInput, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { onExit } from '#tests/support/server/exit-cleanup.ts'
import { freePort, temporaryFolder } from '#tests/support/server/server-process.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { type Drill, type DrillRun, Skipped } from './harness/drill.ts'
import { sqlitePlace } from './harness/place.ts'
import { spawnServer } from './harness/server.ts'

const host = 'www.example.com'
const submitPath = '/api/trpc/estimates.submit'
const samples = fileURLToPath(new URL('../../deploy/proxy', import.meta.url))

type Ports = { readonly secure: number; readonly plain: number; readonly server: number }
/** A program that was told to listen, and the certificate that visitors have to trust. */
type Prepared = { readonly command: readonly string[]; certificate(): string }
type Proxy = {
  readonly name: string
  /** Whether requests that come while the server restarts wait for it. */
  readonly waits: boolean
  prepare(folder: string, ports: Ports): Prepared
}

const sample = (name: string, ports: Ports) =>
  readFileSync(join(samples, name), 'utf8').replaceAll('127.0.0.1:3000', `127.0.0.1:${ports.server}`)

const caddy: Proxy = {
  name: 'caddy',
  waits: true,
  prepare(folder, ports) {
    const options = ['admin off', 'local_certs', 'skip_install_trust', 'default_bind 127.0.0.1']
    options.push(`https_port ${ports.secure}`, `http_port ${ports.plain}`, `storage file_system ${folder}/storage`)
    const config = join(folder, 'Caddyfile')
    writeFileSync(config, `{\n${options.join('\n')}\n}\n${sample('Caddyfile', ports)}`)
    return {
      command: ['caddy', 'run', '--adapter', 'caddyfile', '--config', config],
      certificate: () => readFileSync(join(folder, 'storage/pki/authorities/local/root.crt'), 'utf8'),
    }
  },
}

const nginx: Proxy = {
  name: 'nginx',
  waits: false,
  prepare(folder, ports) {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
    const files = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate]
    spawnSync('openssl', ['req', '-x509', '-days', '1', ...files, ...names])
    const site = sample('nginx.conf', ports)
      .replace(/listen \[::\].*;/g, '')
      .replace('listen 80;', `listen 127.0.0.1:${ports.plain};`)
      .replace(/^ {4}listen 443/m, `listen 127.0.0.1:${ports.secure}`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
      .replace(/access_log \S+/, `access_log ${folder}/access.log`)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    )
    const user = process.getuid?.() === 0 ? 'user root;' : ''
    const config = join(folder, 'nginx.conf')
    writeFileSync(
      config,
      `${user}\ndaemon off;\npid ${folder}/pid;\nevents {}\nhttp {\n${temporary.join('\n')}\n${site}\n}\n`,
    )
    return {
      command: ['nginx', '-c', config, '-p', folder, '-e', join(folder, 'error.log')],
      certificate: () => readFileSync(certificate, 'utf8'),
    }
  },
}

/** Starts the program, which ends with the drill. */
function start({ command: [program = '', ...parameters] }: Prepared, folder: string, drill: DrillRun): void {
  const path = `${process.env.PATH}:/usr/sbin`
  const found = path.split(':').some((place) => existsSync(join(place, program)))
  if (!found) throw new Skipped(`needs ${program}: apt install ${program}`)
  const child = spawn(program, parameters, { env: { PATH: path, HOME: folder }, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const unregister = onExit(() => child.kill('SIGKILL'))
  drill.defer(async () => {
    child.kill('SIGTERM')
    await ended
    unregister()
  })
}

type Answer = { readonly status: number; readonly headers: IncomingMessage['headers']; readonly text: string }
type Sent = { readonly headers?: Readonly<Record<string, string>>; readonly body?: string }

/** Visitors of the site, who reach it through the proxy alone. */
function visitors(port: number, ca: string) {
  const options = (path: string, headers: Sent['headers'] = {}): RequestOptions => ({
    host: '127.0.0.1',
    port,
    path,
    ca,
    servername: host,
    headers: { host, 'sec-fetch-site': 'same-origin', ...headers },
  })

  function ask(path: string, { headers, body }: Sent = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const method = body === undefined ? 'GET' : 'POST'
      const request = secureRequest({ ...options(path, { ...type, ...headers }), method, timeout: 30_000 })
      request.once('response', (response) => {
        let text = ''
        response.on('data', (part: Buffer) => {
          text += part.toString()
        })
        response.on('error', reject)
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      })
      request.once('timeout', () => request.destroy(new Error('no response within 30 s')))
      request.once('error', reject)
      request.end(body)
    })
  }

  /** Keeps the live stream open. */
  async function follow(cookie: string) {
    const request = secureRequest(options('/api/trpc/estimates.changes?input=%7B%7D', { cookie }))
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve)
      request.once('error', reject)
      request.end()
    })
    let text = ''
    response.on('data', (part: Buffer) => {
      text += part.toString()
    })
    response.on('error', () => undefined)
    return { text: () => text, close: () => request.destroy() }
  }

  return { ask, follow }
}

const newEstimate = () => JSON.stringify(estimateInput(newVisitor()))

async function until(holds: () => boolean | Promise<boolean>, limitMs: number): Promise<boolean> {
  for (const giveUpAt = performance.now() + limitMs; performance.now() < giveUpAt; await delay(10))
    if (await holds()) return true
  return false
}

/** The sample as it is, but for its ports and its certificate. */
async function behind(proxy: Proxy, drill: DrillRun): Promise<void> {
  const [folder, place] = [temporaryFolder(proxy.name), sqlitePlace()]
  drill.defer(() => folder.remove())
  drill.defer(() => place.remove())
  const ports: Ports = { secure: await freePort(), plain: await freePort(), server: await freePort() }
  const prepared = proxy.prepare(folder.path, ports)
  start(prepared, folder.path, drill)
  const settings = { DATABASE_URL: place.databaseUrl, DATA_DIR: folder.path }
  const site = { APP_ORIGIN: `https://${host}`, TRUST_PROXY: '127.0.0.1' }
  const server = spawnServer({ dist: drill.dist, port: ports.server, settings: { ...settings, ...site } })
  drill.defer(() => server.end('SIGKILL'))
  await server.ready()
  const isUp = async () => {
    try {
      return (await visitors(ports.secure, prepared.certificate()).ask('/readyz')).status === 200
    } catch {
      // No certificate yet, or no listener.
      return false
    }
  }
  drill.check('the proxy leads to the server', await until(isUp, 20_000))
  const { ask, follow } = visitors(ports.secure, prepared.certificate())

  const home = await ask('/')
  drill.check('HTTPS is asked for from now on', 'strict-transport-security' in home.headers, home.headers)

  const statuses: number[] = []
  for (let sent = 0; sent < 8; sent++) {
    const headers = { 'x-forwarded-for': `203.0.113.${sent}`, forwarded: `for=203.0.113.${sent}` }
    statuses.push((await ask(submitPath, { headers, body: newEstimate() })).status)
  }
  drill.check('a visitor is limited', statuses[0] === 200 && statuses.includes(429), statuses)
  drill.check('and gets past no limit by a header', statuses.at(-1) === 429, statuses)

  const bodies = [66_000, 131_000, 400_000, 2_000_000].flatMap((size) => Array.from({ length: 8 }, () => size))
  const tooLarge: number[] = []
  for (const size of bodies) tooLarge.push((await ask(submitPath, { body: ' '.repeat(size) })).status)
  drill.figure('large bodies', bodies.length)
  const others = tooLarge.filter((status) => status !== 413)
  drill.check('each body that is too large is refused as such', others.length === 0, others)

  const staff = await insertSignedIn(place.databaseUrl, { role: 'staff' }, true)
  const page = await follow(staff.cookie)
  drill.defer(() => page.close())
  drill.check('the live stream opens', await until(() => page.text().includes('id:'), 5_000), page.text())
  const before = page.text().length
  // The visitor behind the proxy has reached the limit.
  const direct = await fetch(`http://127.0.0.1:${ports.server}${submitPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '198.51.100.1' },
    body: newEstimate(),
  })
  const storedAt = performance.now()
  const heard = await until(() => page.text().slice(before).includes('created'), 5_000)
  drill.figure('heard after ms', Math.round(performance.now() - storedAt))
  drill.check('events come at once', heard, `${direct.status} ${await direct.text()}`)
  page.close()

  drill.check('the server stops', (await server.end('SIGTERM')) === 0)
  const away = await ask('/estimate')
  drill.check('a server that is away is a 503', away.status === 503, away.status)
  drill.check('which says when to come back', Number(away.headers['retry-after']) > 0, away.headers)
  if (!proxy.waits) return
  const waiting = ask('/estimate')
  await delay(500)
  const standIn = createServer((_request, response) => response.end('back'))
  standIn.listen(ports.server, '127.0.0.1')
  drill.defer(() => standIn.close().closeAllConnections())
  drill.check('a request waits for a server that restarts', (await waiting).text === 'back', (await waiting).status)
}

export const proxyDrills: readonly Drill[] = [caddy, nginx].map((proxy) => ({
  id: 'PROXIES',
  title: `behind ${proxy.name}`,
  engine: 'sqlite',
  run: (drill) => behind(proxy, drill),
}))

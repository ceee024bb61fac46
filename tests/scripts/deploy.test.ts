import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ipaddr from 'ipaddr.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseConfig } from '#server/config.ts'
import { Metrics } from '#server/telemetry/metrics.ts'

type Service = {
  readonly image?: string
  readonly build?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly env_file?: string
  readonly volumes?: readonly string[]
  readonly networks?: Readonly<Record<string, { readonly ipv4_address: string }>>
  readonly read_only?: boolean
  readonly command?: readonly string[]
}
type Compose = {
  readonly services: Readonly<Record<string, Service>>
  readonly networks?: {
    readonly default: {
      readonly ipam: { readonly config: readonly { readonly subnet: string; readonly ip_range: string }[] }
    }
  }
}

const text = (path: string) => readFileSync(join('deploy', path), 'utf8')
const files = readdirSync('deploy', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice('deploy/'.length))
const yamlFiles = files.filter((file) => /\.ya?ml$/.test(file))
const composeFiles = files.filter((file) => file.endsWith('compose.yaml'))
const units = files.filter((file) => file.endsWith('.service'))

const composeOf = (file: string): Compose => parse(text(file), { merge: true })
const isOurs = ([name]: [string, Service]) => name.startsWith('app')
const isWithin = (address = '', range = '') => ipaddr.parse(address).match(ipaddr.parseCIDR(range))
/** Names that the server would warn of. */
const unknown = (names: readonly string[]) => parseConfig({}, '/', names).warnings

it('the documents name every file of deploy/', () => {
  const documents = readdirSync('docs').filter((name) => name.endsWith('.md'))
  const all = documents.map((name) => readFileSync(join('docs', name), 'utf8')).join('\n')
  const folders = new Set(files.map((file) => dirname(file).split('/').slice(0, 2).join('/')))
  expect([...folders].filter((folder) => !all.includes(`deploy/${folder}`))).toEqual([])
})

it.each(yamlFiles)('%s can be read', (file) => {
  expect(parse(text(file), { merge: true, strict: true })).toEqual(expect.any(Object))
})

describe.each(composeFiles)('%s', (file) => {
  const { services, networks } = composeOf(file)
  const ours = Object.entries(services).filter(isOurs)

  it('gives the server only settings that it knows', () => {
    const names = ours.flatMap(([, { environment = {} }]) => Object.keys(environment))
    expect(unknown([...new Set(names)])).toEqual([])
  })

  it('pins images by version, also those that it builds on', () => {
    const builds = Object.values(services).flatMap(({ build }) =>
      build === undefined ? [] : [join('deploy', dirname(file), build, 'Dockerfile')],
    )
    const bases = builds.flatMap((path) =>
      Array.from(
        readFileSync(path, 'utf8').matchAll(/^(?:FROM|ARG NODE_IMAGE=) ?([\w./-]+:\S+)/gm),
        ([, image]) => image,
      ),
    )
    const pulled = Object.values(services).flatMap(({ image, build }) => (build === undefined && image ? [image] : []))
    for (const image of [...pulled, ...bases]) expect(image).toMatch(/^[\w./-]+:v?\d+(\.\d+)*(-[\w.]+)*$/)
    expect(pulled.length).toBeGreaterThan(0)
  })

  it('mounts files that exist, and only into services that cannot write elsewhere', () => {
    const mounts = Object.values(services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')))
    const paths = mounts.flatMap(([source = '']) => (source.startsWith('.') ? [source] : []))
    // Compose takes paths as relative to the first file, which is one of one-machine.
    const folder = file.startsWith('litestream') ? 'compose/one-machine' : dirname(file)
    for (const path of paths) expect([path, existsSync(join('deploy', folder, path))]).toEqual([path, true])
    const writable = Object.entries(services).filter(([, service]) => service.read_only !== true)
    expect(writable.map(([name]) => name)).toEqual('postgres' in services ? ['postgres'] : [])
  })

  it('trusts the proxy alone, whose address is in its network', () => {
    for (const [, { environment = {} }] of ours) {
      const proxy = services.caddy?.networks?.default?.ipv4_address ?? ''
      expect(environment.TRUST_PROXY).toBe(proxy)
      expect(isWithin(proxy, networks?.default.ipam.config[0]?.subnet)).toBe(true)
    }
  })

  it('leaves the address of the proxy to the proxy, also when others start before it', () => {
    for (const { ip_range } of networks?.default.ipam.config ?? []) {
      expect(isWithin(services.caddy?.networks?.default?.ipv4_address, ip_range)).toBe(false)
    }
  })

  it('explains every variable that it takes from the shell', () => {
    const used = new Set(Array.from(text(file).matchAll(/\$\{(\w+)/g), ([, name]) => name))
    const explained = Array.from(text(file).matchAll(/\$\{(\w+):\?[^}]+\}/g), ([, name]) => name)
    expect(new Set(explained)).toEqual(used)
  })
})

it.each(files.filter((file) => file.endsWith('.env')))('%s has only settings that the server knows', (file) => {
  const names = Array.from(text(file).matchAll(/^(\w+)=/gm), ([, name]) => name ?? '')
  expect(names).toContain('POSTMARK_SERVER_TOKEN')
  expect(unknown(names)).toEqual([])
})

describe('ports', () => {
  const metricsPort = composeOf('compose/one-machine/compose.yaml').services.app?.environment?.METRICS_PORT

  it.each(files.filter((file) => file.endsWith('Caddyfile')))('%s leads to the port of the server', (file) => {
    const upstreams = Array.from(text(file).matchAll(/(?:[\w.]+):(\d+)(?=[ ]|$)/gm), ([, port]) => Number(port))
    expect(upstreams).not.toEqual([])
    expect(new Set(upstreams)).toEqual(new Set([parseConfig({}, '/').port]))
  })

  it('the balancer knows every server', () => {
    const servers = Object.keys(composeOf('compose/several-processes/compose.yaml').services).filter((name) =>
      name.startsWith('app'),
    )
    const [, upstreams = ''] = /reverse_proxy (.+) \{/.exec(text('compose/several-processes/Caddyfile')) ?? []
    expect(upstreams.split(' ')).toEqual(servers.map((name) => `${name}:3000`))
    const prometheus: { scrape_configs: { static_configs: { targets: string[] }[] }[] } = parse(
      text('monitoring/prometheus.yml'),
    )
    const targets = prometheus.scrape_configs.flatMap((job) => job.static_configs.flatMap(({ targets }) => targets))
    expect(targets).toEqual(servers.map((name) => `${name}:${metricsPort}`))
  })

  it('the servers reach PostgreSQL through pgbouncer, in transaction mode, and directly', () => {
    const { environment = {} } = composeOf('compose/several-processes/compose.yaml').services.app1 ?? {}
    const ini = text('compose/several-processes/pgbouncer/pgbouncer.ini')
    const option = (name: string) => new RegExp(`^${name} = (.*)$`, 'm').exec(ini)?.[1]
    expect(environment.DATABASE_URL).toContain(`@pgbouncer:${option('listen_port')}/estimates`)
    expect(environment.DATABASE_DIRECT_URL).toContain('@postgres:5432/estimates')
    expect(option('estimates')).toBe('host=postgres port=5432 dbname=estimates')
    expect(option('pool_mode')).toBe('transaction')
  })
})

describe('systemd units', () => {
  const environmentOf = (unit: string) =>
    Array.from(text(unit).matchAll(/^Environment=(.*)$/gm), ([, pairs = '']) =>
      pairs.split(' ').map((pair) => pair.split('=')[0] ?? ''),
    ).flat()

  it.each(units)('%s sets only settings that the server knows', (unit) => {
    expect(unknown(environmentOf(unit).filter((name) => name !== 'NODE_ENV'))).toEqual([])
  })

  it.each(units)('%s runs files that the build makes', (unit) => {
    const config = readFileSync('vite.config.ts', 'utf8')
    const programs = Array.from(text(unit).matchAll(/dist\/server\/([\w-]+)\.js/g), ([, name]) => name)
    expect(programs.filter((name) => !new RegExp(`^ +'?${name}'?: path\\(`, 'm').test(config))).toEqual([])
  })

  it('the backup runs as the server’s user, and as confined', () => {
    const linesOf = (unit: string) =>
      text(unit)
        .split('\n')
        .filter((line) => /^(User|DynamicUser|Protect|Private|Restrict|SystemCall|Capability|NoNew|UMask)/.test(line))
    expect(linesOf('systemd/estimates-backup.service')).toEqual(linesOf('systemd/estimates.service'))
  })

  it('estimates-ops runs commands as the server’s user, with its settings and data', () => {
    const command = text('systemd/estimates-ops')
    const unit = text('systemd/estimates.service')
    const backup = text('systemd/estimates-backup.service')
    const [, variables = ''] = /^Environment=(.*)$/m.exec(unit) ?? []
    expect(Array.from(command.matchAll(/--setenv=(\S+)/g), ([, pair]) => pair)).toEqual(variables.split(' '))
    const properties = Array.from(
      command.matchAll(/--property=(?:'([^']*)'|(\S+))/g),
      ([, quoted, bare]) => quoted ?? bare,
    )
    const shared = properties.filter((property) => !property?.startsWith('WorkingDirectory='))
    expect(backup.split('\n')).toEqual(expect.arrayContaining(shared))
    expect(shared.map((property) => property?.split('=')[0])).toEqual(
      expect.arrayContaining(['User', 'DynamicUser', 'StateDirectory', 'EnvironmentFile']),
    )
  })
})

describe('names of metrics', () => {
  const own = new Metrics({
    now: Date.now,
    liveStreams: () => 0,
    writerQueue: () => 0,
    databaseLoad: () => ({ waiting: 0, connections: { open: 0, inUse: 0 } }),
    backlog: async () => ({ overdueEstimates: 0, pendingMessages: 0, oldestMessageAt: undefined }),
  })
  own.requestEnded('/', 200, 1)
  own.procedureEnded('estimates.submit', 1, 'OK')

  async function printed() {
    await own.observe({ kind: 'database', name: 'read' }, async () => undefined)
    const { body } = await own.text()
    const types = Array.from(body.matchAll(/^# TYPE (\w+) (\w+)$/gm), ([, name = '', type]) => ({ name, type }))
    const names = types.flatMap(({ name, type }) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    )
    const labels = Array.from(body.matchAll(/[{,](\w+)="/g), ([, label = '']) => label)
    // Prometheus adds these.
    return { names: new Set([...names, 'up']), labels: new Set([...labels, 'call', 'instance', 'job', 'le']) }
  }

  type Rule = { readonly alert: string; readonly expr: string; readonly annotations: { readonly action?: string } }
  const { groups }: { groups: { rules: Rule[] }[] } = parse(text('monitoring/alerts.yml'))
  const rules = groups.flatMap((group) => group.rules)
  const expressions = rules.map(({ expr }) => expr)

  const groupings = /\b(?:by|on|without|ignoring) \(([^)]*)\)/g
  const matchers = /\{([^}]*)\}/g

  it('are those that the server prints', async () => {
    const { names } = await printed()
    const used = expressions.flatMap((expression) =>
      Array.from(
        expression
          .replaceAll(matchers, '')
          .replaceAll(groupings, '')
          .replaceAll(/\[\w+\]/g, '')
          .matchAll(/\b[a-z_]\w*\b(?!\s*\()/g),
        ([name]) => name,
      ),
    )
    expect(used.length).toBeGreaterThanOrEqual(rules.length)
    expect(used.filter((name) => !names.has(name) && name !== 'unless')).toEqual([])
  })

  it('have the labels that the server prints', async () => {
    const { labels } = await printed()
    const used = expressions.flatMap((expression) => [
      ...Array.from(expression.matchAll(matchers), ([, inside = '']) =>
        Array.from(inside.matchAll(/(\w+)(?==|!=)/g), ([name]) => name),
      ).flat(),
      ...Array.from(expression.matchAll(groupings), ([, inside = '']) => inside.split(/, */)).flat(),
    ])
    expect(used.filter((label) => !labels.has(label))).toEqual([])
  })

  it('each alert says what to do', () => {
    expect(rules).toHaveLength(10)
    expect(rules.filter(({ annotations }) => !annotations.action).map(({ alert }) => alert)).toEqual([])
  })
})

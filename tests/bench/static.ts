import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import autocannon from 'autocannon'
import { median } from '#tests/support/percentile.ts'
import { startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { rounded } from './figures.ts'
import { options } from './options.ts'
import { usageOf } from './process-usage.ts'

const rounds = options.rounds ?? 4
const seconds = options.seconds ?? 3
const connections = 10
const minRatio = 1
const headers = { 'accept-encoding': 'br' }

type Server = Awaited<ReturnType<typeof startServer>>

async function load({ origin, process }: Server, path: string) {
  const before = usageOf(process.pid).processorMs
  const { non2xx, errors, requests } = await autocannon({
    url: `${origin}${path}`,
    headers,
    connections,
    duration: seconds,
  })
  if (non2xx > 0 || errors > 0) throw new Error(`${path}: ${non2xx} refused, ${errors} errors`)
  return { perSecond: requests.average, processorMs: (usageOf(process.pid).processorMs - before) / requests.total }
}

/** The home page and a script beside bare @fastify/static with the same compressed bytes. */
export async function benchStatic(): Promise<void> {
  const folder = temporaryFolder('bench-static')
  const product = await startServer({ DATA_DIR: folder.path })
  const home = await (await fetch(`${product.origin}/`)).text()
  const script = /\/assets\/[\w-]+\.js/.exec(home)?.[0] ?? ''
  const root = join(folder.path, 'root')
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(root, 'index.html'), home)
  writeFileSync(join(root, 'index.html.br'), brotliCompressSync(home))
  cpSync(join('dist/client', script), join(root, script))
  writeFileSync(join(root, `${script}.br`), brotliCompressSync(readFileSync(join(root, script))))
  const raw = await startServer({ STATIC_ROOT: root }, ['scripts/run-ts.mjs', 'tests/bench/raw-static-server.ts'])

  const contestants = { raw, 'the product': product }
  const paths = { 'home page': '/', script }
  const figures: ({ server: string; path: string } & Awaited<ReturnType<typeof load>>)[] = []
  for (let round = 0; round < rounds; round++)
    for (const [path, address] of Object.entries(paths))
      for (const [name, server] of Object.entries(contestants))
        figures.push({ server: name, path, ...(await load(server, address)) })
  await Promise.all([product.end('SIGTERM'), raw.end('SIGTERM')])
  folder.remove()

  console.log(`\nPages and scripts as brotli, ${connections} connections, median of ${rounds} interleaved rounds`)
  const of = (server: string, path: string, figure: 'perSecond' | 'processorMs') =>
    median(figures.filter((one) => one.server === server && one.path === path).map((one) => one[figure]))
  const ratioOf = (server: string, path: string) => of(server, path, 'perSecond') / of('raw', path, 'perSecond')
  const row = (server: string) =>
    Object.fromEntries(
      Object.keys(paths).flatMap((path) => {
        const perSecond = `${rounded(of(server, path, 'perSecond'))} (${rounded(ratioOf(server, path), 2)})`
        return [
          [`${path} a second (ratio to raw)`, perSecond],
          [`${path}, processor ms`, rounded(of(server, path, 'processorMs'), 2)],
        ]
      }),
    )
  console.table(Object.fromEntries(Object.keys(contestants).map((name) => [name, row(name)])))
  const missed = Object.keys(paths).filter((path) => ratioOf('the product', path) < minRatio)
  console.log(missed.length > 0 ? `MISSED: ${missed.join(', ')}, budget ${minRatio} times raw` : 'The budget is met.')
}

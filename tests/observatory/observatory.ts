// Grades the production build with the scanner of MDN's HTTP Observatory.
import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort, type ServerProcess, startServer, temporaryFolder } from '#tests/support/server/server-process.ts'

type Grade = {
  readonly grade: string
  readonly score: number
  readonly results: readonly { readonly name: string; readonly result: string; readonly scoreModifier: number }[]
}
type Certificate = { readonly private: string; readonly cert: string }

const paths = ['/', '/estimate', '/auth', '/admin', '/nothing-here']
const minScore = 130

const scanner = fileURLToPath(new URL('scanner', import.meta.url))
const installation = fileURLToPath(new URL('../../node_modules/.cache/observatory', import.meta.url))
const packages = join(installation, 'node_modules')

/** Once per version of its lock file, without install scripts. */
function install(): void {
  const lock = join(scanner, 'package-lock.json')
  const installed = join(installation, 'package-lock.json')
  if (existsSync(packages) && existsSync(installed) && readFileSync(installed).equals(readFileSync(lock))) return
  mkdirSync(installation, { recursive: true })
  copyFileSync(join(scanner, 'package.json'), join(installation, 'package.json'))
  copyFileSync(lock, installed)
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: installation,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function makeCertificate(): Promise<Certificate> {
  const { generate } = createRequire(join(installation, 'package.json'))('selfsigned')
  return generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
}

/** Terminates TLS. The scanner rejects pages with status 404, so that becomes 200. */
async function startProxy(port: number, { origin }: ServerProcess, { private: key, cert }: Certificate) {
  const proxy = createServer({ key, cert }, (incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming
    const forwarded = request(new URL(url, origin), { method, headers }, (answer) => {
      const { statusCode = 502, rawHeaders } = answer
      outgoing.writeHead(statusCode === 404 ? 200 : statusCode, rawHeaders)
      answer.pipe(outgoing)
    })
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => proxy.listen(port, 'localhost', resolve))
  return {
    stop() {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}

async function scan(port: number, certificateFile: string): Promise<readonly Grade[]> {
  const sites = paths.map((path) => `localhost:${port}${path}`)
  const { stdout } = await promisify(execFile)(process.execPath, [join(scanner, 'scan.mjs'), packages, ...sites], {
    env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: certificateFile },
  })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

install()
const certificate = await makeCertificate()
const folder = temporaryFolder('observatory')
const certificateFile = join(folder.path, 'certificate.pem')
writeFileSync(certificateFile, certificate.cert)
const port = await freePort()
const server = await startServer({ DATA_DIR: folder.path, APP_ORIGIN: `https://localhost:${port}` })
const proxy = await startProxy(port, server, certificate)
try {
  const grades = await scan(port, certificateFile)
  for (const [index, { grade, score, results }] of grades.entries()) {
    console.log(`${paths[index]}: ${grade}, ${score} points`)
    for (const { name, result, scoreModifier } of results)
      if (scoreModifier !== 0) console.log(`  ${scoreModifier > 0 ? '+' : ''}${scoreModifier} ${result} (${name})`)
  }
  if (grades.some(({ grade, score }) => grade !== 'A+' || score < minScore)) {
    console.error(`Every page must have A+ and at least ${minScore} points.`)
    process.exitCode = 1
  }
} finally {
  proxy.stop()
  await server.end('SIGTERM')
  folder.remove()
}

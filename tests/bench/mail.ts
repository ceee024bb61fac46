import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { acceptanceOf, answerJson, bodyOf } from '#tests/support/server/postmark-wire.ts'
import { trustLoopback } from '#tests/support/server/sender-ip.ts'
import { freePort, startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { median } from './engines.ts'
import { processorMs } from './processor-time.ts'
import { residentMegabytes } from './resident-memory.ts'
import { submit } from './visitors.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
/** Builds to compare in interleaved rounds, such as `dist,../before/dist`. */
const builds = (process.env.BENCH_BUILDS ?? 'dist').split(',')
/** Memory is read after this time, when nothing is left to be collected. */
const settleMs = 4_000
/** About as long as Postmark takes. */
const responseMs = 20
const submissions = 300
const connections = 10

type Figures = {
  startProcessorMs: number
  idleMegabytes: number
  firstEmailsMs: number
  firstEmailsMegabytes: number
  processorMs: number
  submissionsPerSecond: number
  emailsPerSecond: number
}

/** Accepts every email after a while. */
async function emailService() {
  let accepted = 0
  const server = createServer(async (request, response) => {
    const body: unknown = JSON.parse(await bodyOf(request))
    await delay(responseMs)
    accepted += [body].flat().length
    answerJson(response, 200, acceptanceOf(body))
  })
  const port = await freePort()
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    settings: { POSTMARK_SERVER_TOKEN: 'bench', POSTMARK_API_ORIGIN: `http://127.0.0.1:${port}` },
    async accepts(count: number) {
      while (accepted < count) await delay(5)
    },
    stop: () => server.close(),
  }
}

async function measure(build: string): Promise<Figures> {
  const service = await emailService()
  const data = temporaryFolder('bench-mail')
  const settings = { ...service.settings, ...trustLoopback, DATA_DIR: data.path }
  const command = [resolve(build, 'server/main.js')]
  // The first start applies the migrations.
  await (await startServer(settings, command)).end('SIGTERM')

  const server = await startServer(settings, command)
  const { pid } = server.process
  const startProcessorMs = processorMs(pid)
  await delay(settleMs)
  const idleMegabytes = residentMegabytes(pid) ?? 0

  const submitted = await submit(server.origin)
  await service.accepts(2)
  const firstEmailsMs = performance.now() - submitted
  await delay(settleMs)
  const firstEmailsMegabytes = residentMegabytes(pid) ?? 0

  const send = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1) await submit(server.origin)
  }
  const processorBefore = processorMs(pid)
  const loadBegun = performance.now()
  await Promise.all(Array.from({ length: connections }, () => send(submissions / connections)))
  const submittedMs = performance.now() - loadBegun
  await service.accepts(2 + 2 * submissions)
  const emailedMs = performance.now() - loadBegun
  const perSubmission = (processorMs(pid) - processorBefore) / submissions

  await server.end('SIGTERM')
  service.stop()
  data.remove()
  return {
    startProcessorMs,
    idleMegabytes,
    firstEmailsMs,
    firstEmailsMegabytes,
    processorMs: perSubmission,
    submissionsPerSecond: (submissions / submittedMs) * 1000,
    emailsPerSecond: ((2 * submissions) / emailedMs) * 1000,
  }
}

/** What emails cost: memory, and processor time per submission with an email service that responds. */
export async function benchMail(): Promise<void> {
  const figures = new Map<string, Figures[]>()
  for (let round = 0; round < rounds; round += 1)
    for (const build of builds) figures.set(build, [...(figures.get(build) ?? []), await measure(build)])
  console.log(`\nEmails, SQLite, ${connections} connections, median of ${rounds} interleaved rounds`)
  const row = (all: readonly Figures[]) => {
    const of = (name: keyof Figures, digits = 0) => median(all.map((one) => one[name])).toFixed(digits)
    return {
      'processor until the first response (ms)': of('startProcessorMs'),
      'idle (MB)': of('idleMegabytes'),
      'after the first emails (MB)': of('firstEmailsMegabytes'),
      'first emails sent after (ms)': of('firstEmailsMs'),
      'processor per submission with its emails (ms)': of('processorMs', 2),
      'submissions a second': of('submissionsPerSecond'),
      'emails a second': of('emailsPerSecond'),
    }
  }
  console.table(Object.fromEntries([...figures].map(([build, all]) => [build, row(all)])))
}

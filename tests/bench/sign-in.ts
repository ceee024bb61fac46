import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { openPasswordCost } from '#server/accounts/passwords/password-cost.ts'
import { createPasswordHasher } from '#server/accounts/passwords/password-hasher.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/open.ts'
import { median } from '#tests/support/percentile.ts'
import { fromElsewhere, trustLoopback } from '#tests/support/server/sender-ip.ts'
import { type ServerProcess, startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { silentMailService } from './start-mail-service.ts'
import { submitLoad } from './submit-load.ts'

const pairs = 200
const warmUpPairs = 5
const floodSeconds = 20
const wrongPerSecond = 50
const password = 'plum tiles, warm grout'
const wrong = 'plum tiles, cold grout'

/** Procedures whose time must not tell whether an address has an account, and their inputs. */
const timed: Record<string, (email: string) => object> = {
  'auth.signIn': (email) => ({ email, password: wrong }),
  'auth.signUp': (email) => ({ email, password }),
  'auth.requestPasswordReset': (email) => ({ email }),
  'auth.resendConfirmation': (email) => ({ email }),
}

/** The probability that a value of the first is greater than one of the second; 0.5 if equal. */
function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  let longer = 0
  for (const a of first) for (const b of second) longer += a > b ? 1 : a === b ? 0.5 : 0
  return longer / (first.length * second.length)
}

type Answer = { readonly status: number; readonly ms: number }

async function ask(origin: string, procedure: string, input: object): Promise<Answer> {
  const startedAt = performance.now()
  const answer = await fetch(`${origin}/api/trpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...fromElsewhere() },
    body: JSON.stringify(input),
  })
  await answer.arrayBuffer()
  return { status: answer.status, ms: performance.now() - startedAt }
}

/** In ms. */
async function timeOf(origin: string, procedure: string, input: object): Promise<number> {
  const { status, ms } = await ask(origin, procedure, input)
  if (![200, 401].includes(status)) throw new Error(`${procedure} answered ${status}`)
  return ms
}

/** Alternates between addresses with and without an account, each from its own IP address. */
async function compare(origin: string, procedure: string, known: readonly string[]) {
  const input = timed[procedure] ?? (() => ({}))
  const [withAccount, without]: [number[], number[]] = [[], []]
  for (const [index, email] of known.entries()) {
    const calls = [
      async () => withAccount.push(await timeOf(origin, procedure, input(email))),
      async () => without.push(await timeOf(origin, procedure, input(`${randomUUID()}@example.com`))),
    ]
    for (const call of index % 2 === 0 ? calls : calls.toReversed()) await call()
  }
  const [a, b] = [withAccount.slice(warmUpPairs), without.slice(warmUpPairs)]
  const gap = Math.abs(median(a) - median(b))
  const [auc, allowed] = [areaUnderCurve(a, b), Math.max(10, median(b) * 0.05)]
  return {
    'with account (ms)': median(a).toFixed(1),
    'without (ms)': median(b).toFixed(1),
    'median gap (ms)': gap.toFixed(2),
    AUC: auc.toFixed(3),
    passes: auc >= 0.4 && auc <= 0.6 && gap <= allowed,
  }
}

/** @returns email addresses of new accounts */
async function storePeople(databaseUrl: string, count: number): Promise<string[]> {
  const database = await openDatabase({ url: databaseUrl, log: pino({ level: 'silent' }) })
  const cost = await openPasswordCost(database, systemClock)
  const hasher = createPasswordHasher(cost)
  const passwordHash = await hasher.hash(password, 'staff')
  await hasher.close()
  const now = systemClock.now()
  const people = Array.from({ length: count }, () => {
    const id = randomUUID()
    return { id, email: `${id}@example.com`, passwordHash, confirmedAt: now, createdAt: now }
  })
  await database.transaction(({ user }) => user.createMany({ data: people }))
  await database.close()
  console.log(`\nCost of the hashes, as measured on this machine: ${cost}`)
  return people.map(({ email }) => email)
}

const submits = (origin: string) => submitLoad(origin, { connections: 5, perSecond: 50, seconds: floodSeconds })

/** Signs in at a steady rate, without waiting for responses. */
async function wrongSignIns(origin: string, known: readonly string[]): Promise<Answer[]> {
  const answers: Promise<Answer>[] = []
  const startedAt = performance.now()
  for (let sent = 0; sent < wrongPerSecond * floodSeconds; sent += 1) {
    await delay(startedAt + (sent * 1000) / wrongPerSecond - performance.now())
    answers.push(ask(origin, 'auth.signIn', { email: known[sent % known.length], password: wrong }))
  }
  return await Promise.all(answers)
}

async function flood({ origin }: ServerProcess, known: readonly string[]): Promise<void> {
  const alone = await submits(origin)
  const [signIns, besides] = await Promise.all([wrongSignIns(origin, known), submits(origin)])
  const answered = (status: number) => signIns.filter((answer) => answer.status === status)
  console.log(
    `\n${wrongPerSecond} wrong sign-ins a second for ${floodSeconds} s while 50 requests a second are submitted`,
  )
  console.table({
    'submit without them, p99 (ms)': alone.latency.p99,
    'submit beside them, p99 (ms)': besides.latency.p99,
    'submissions stored, refused': `${besides['2xx']}, ${besides.non2xx + besides.errors}`,
    'sign-ins sent, tried, put off': `${signIns.length}, ${answered(401).length}, ${answered(503).length}`,
    'sign-in that was tried, median (ms)': median(answered(401).map(({ ms }) => ms)).toFixed(0),
    passes: besides.latency.p99 <= 200 && besides.non2xx + besides.errors === 0,
  })
}

/** Whether time tells who has an account, and how guessing passwords delays others. */
export async function benchSignIn(): Promise<void> {
  const mail = await silentMailService()
  const data = temporaryFolder('bench-sign-in')
  const databaseUrl = `file:${data.path}/app.db`
  const procedures = Object.keys(timed)
  const perProcedure = pairs + warmUpPairs
  const people = await storePeople(databaseUrl, procedures.length * perProcedure)
  const server = await startServer({ ...mail.settings, ...trustLoopback, DATA_DIR: data.path })
  try {
    const results = new Map<string, object>()
    for (const [index, procedure] of procedures.entries()) {
      const known = people.slice(index * perProcedure, (index + 1) * perProcedure)
      results.set(procedure, await compare(server.origin, procedure, known))
    }
    console.log(`\nResponse times for an address with an account and one without, ${pairs} interleaved pairs`)
    console.table(Object.fromEntries(results))
    await delay(1_000)
    await flood(server, people)
  } finally {
    await server.end('SIGKILL')
    await mail.stop()
    data.remove()
  }
}

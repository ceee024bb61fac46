import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { describe, inject, it } from 'vitest'
import { estimateInput, newVisitor } from '#tests/support/estimate-request.ts'
import { type FakePostmark, startFakePostmark } from '#tests/support/fake-postmark.ts'
import { fromElsewhere, trustLoopback } from '#tests/support/sender-address.ts'
import { type ServerProcess, startServer, temporaryFolder } from '#tests/support/server-process.ts'
import { queryDatabase } from '#tests/support/stored-estimates.ts'

const engines = ['sqlite', 'postgresql'] as const
const kills = 5
const submissions = 200
const writers = 8

/** What one run of a server, its database and its mail service came to. */
type Scene = {
  readonly databaseUrl: string
  readonly postmark: FakePostmark
  start(): Promise<ServerProcess>
  remove(): Promise<void>
}

async function newScene(engine: (typeof engines)[number]): Promise<Scene> {
  const folder = temporaryFolder('durability')
  const postmark = await startFakePostmark()
  const databaseUrl = engine === 'sqlite' ? `file:${folder.path}/app.db` : await newPostgresqlDatabase()
  const running: ServerProcess[] = []
  return {
    databaseUrl,
    postmark,
    async start() {
      const server = await startServer({
        DATA_DIR: folder.path,
        DATABASE_URL: databaseUrl,
        ...trustLoopback,
        POSTMARK_SERVER_TOKEN: 'token',
        POSTMARK_API_ORIGIN: postmark.origin,
        LOG_LEVEL: 'fatal',
      })
      running.push(server)
      return server
    },
    async remove() {
      await Promise.all(running.map((server) => server.end('SIGKILL')))
      await postmark.close()
      folder.remove()
    },
  }
}

async function newPostgresqlDatabase(): Promise<string> {
  const name = `durability_${randomUUID().replaceAll('-', '')}`
  const url = new URL(inject('postgresqlUrl'))
  const connection = new pg.Client({ connectionString: url.href })
  await connection.connect()
  await connection.query(`CREATE DATABASE ${name}`)
  await connection.end()
  url.pathname = `/${name}`
  return url.href
}

/** Posts one request. Undefined: the connection broke, and whether it was stored is not known. */
async function post(origin: string, input: unknown): Promise<{ status: number; reference?: string } | undefined> {
  try {
    const answer = await fetch(`${origin}/api/trpc/estimates.submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...fromElsewhere() },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(15_000),
    })
    const { result } = (await answer.json()) as { result?: { data: { reference: string } } }
    return { status: answer.status, ...result?.data }
  } catch {
    return undefined
  }
}

const newInput = () => estimateInput({ requestKey: randomUUID(), ...newVisitor() })

async function storedKeys(scene: Scene): Promise<string[]> {
  const rows = await queryDatabase<{ key: string }>(
    scene.databaseUrl,
    'SELECT request_key AS key FROM project_estimates',
  )
  return rows.map((row) => row.key).sort((a, b) => (a < b ? -1 : 1))
}

const pendingMessages = async (scene: Scene) =>
  (await queryDatabase<{ id: string }>(scene.databaseUrl, "SELECT id FROM outbox_messages WHERE state <> 'sent'"))
    .length

/** How often each message was accepted for delivery, by the estimate's reference and the kind of message. */
function deliveries(postmark: FakePostmark): Map<string, number> {
  const counts = new Map<string, number>()
  for (const mail of postmark.accepted) counts.set(mail.outboxId, (counts.get(mail.outboxId) ?? 0) + 1)
  return counts
}

describe.concurrent.each(engines)('on %s', (engine) => {
  it(`killed ${kills} times in the middle of ${submissions} submissions, it has every acknowledged one once, and all mails go out`, {
    timeout: 180_000,
  }, async ({ expect }) => {
    const scene = await newScene(engine)
    const inputs = Array.from({ length: submissions }, newInput)
    const acknowledged = new Map<string, string>()
    try {
      let server = await scene.start()
      let next = 0
      let finished = false
      const writer = async () => {
        for (let input = inputs[next++]; input; input = inputs[next++]) {
          // Whoever got no answer presses again, with the same key.
          for (let answer = await post(server.origin, input); ; answer = await post(server.origin, input)) {
            if (answer?.reference) {
              acknowledged.set(String(input.requestKey), answer.reference)
              break
            }
            await delay(20)
          }
          await delay(10)
        }
      }
      const killer = async () => {
        for (let kill = 1; kill <= kills; kill++) {
          await expect
            .poll(() => acknowledged.size, { timeout: 30_000, interval: 5 })
            .toBeGreaterThan((kill * submissions) / (kills + 1))
          await server.end('SIGKILL')
          server = await scene.start()
          const references = await queryDatabase<{ reference: string }>(
            scene.databaseUrl,
            'SELECT reference FROM project_estimates',
          )
          const stored = new Set(references.map((row) => row.reference))
          for (const reference of acknowledged.values()) expect(stored).toContain(reference)
        }
        finished = true
      }
      await Promise.all([killer(), ...Array.from({ length: writers }, writer)])
      expect(finished).toBe(true)

      expect(await storedKeys(scene)).toEqual(
        inputs.map((input) => String(input.requestKey)).sort((a, b) => (a < b ? -1 : 1)),
      )
      // What a killed process was sending becomes due again when its lease of 60 s ends.
      await expect.poll(() => pendingMessages(scene), { timeout: 100_000, interval: 500 }).toBe(0)
      const counts = deliveries(scene.postmark)
      expect(counts.size).toBe(2 * submissions)
      expect(Math.max(...counts.values())).toBeLessThanOrEqual(1 + kills)
      const repeated = [...counts.values()].reduce((sum, count) => sum + count - 1, 0)
      expect(repeated).toBeLessThanOrEqual(kills * 10)
    } finally {
      await scene.remove()
    }
  })

  it('50 parallel posts of one request key give one row, one pair of mails and 50 equal answers', async ({
    expect,
  }) => {
    const scene = await newScene(engine)
    try {
      const server = await scene.start()
      const input = newInput()
      const answers = await Promise.all(Array.from({ length: 50 }, () => post(server.origin, input)))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(answers[0]).toMatchObject({ status: 200, reference: expect.any(String) })
      expect(await storedKeys(scene)).toEqual([input.requestKey])
      await expect.poll(() => pendingMessages(scene), { timeout: 10_000 }).toBe(0)
      expect(scene.postmark.accepted).toHaveLength(2)
    } finally {
      await scene.remove()
    }
  })

  it('a mail service that answers 500 during 100 submissions: all are accepted, and all delivered after it recovers', {
    timeout: 90_000,
  }, async ({ expect }) => {
    const scene = await newScene(engine)
    try {
      scene.postmark.behave('500')
      const server = await scene.start()
      const answers = await Promise.all(Array.from({ length: 100 }, () => post(server.origin, newInput())))
      expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([200]))
      await expect.poll(() => scene.postmark.requests, { timeout: 20_000 }).toBeGreaterThanOrEqual(200)
      expect(scene.postmark.accepted).toHaveLength(0)

      scene.postmark.behave('ok')
      await expect.poll(() => pendingMessages(scene), { timeout: 60_000, interval: 250 }).toBe(0)
      expect(deliveries(scene.postmark).size).toBe(200)
      expect(scene.postmark.accepted).toHaveLength(200)
    } finally {
      await scene.remove()
    }
  })
})

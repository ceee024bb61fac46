import { setTimeout as delay } from 'node:timers/promises'
import { parseSetCookie } from 'cookie'
import { cookieHeader, insertSignedIn } from '#tests/support/server/sessions.ts'
import { type Drill, type DrillRun, onBothEngines } from './harness/drill.ts'
import { type Scene, startScene } from './harness/scene.ts'
import { type Reply, send } from './harness/submit.ts'

/** Time in which a replaced token still works. */
const reuseMs = 10_000

const refresh = (scene: Scene, token: string) =>
  send(`${scene.origin}/api/trpc/auth.refresh`, {}, { cookie: cookieHeader({ refresh: token }) })

function tokenOf(reply: Reply): string | undefined {
  const set = [reply.headers['set-cookie'] ?? []].flat().map((header) => parseSetCookie(header))
  return set.find(({ name }) => name === 'site-refresh')?.value
}

async function rotation(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  const sessions = drill.count(50)
  const chains: { first: string; second: string; last: string; sessionId: string }[] = []
  for (let count = 0; count < sessions; count++) {
    const person = await insertSignedIn(scene.place.databaseUrl)
    const parallel = await Promise.all(Array.from({ length: 20 }, () => refresh(scene, person.refresh)))
    const statuses = new Set(parallel.map(({ status }) => status))
    drill.check('20 refreshes at once are all answered', statuses.size === 1 && statuses.has(200), [...statuses])
    const tokens = new Set(parallel.map(tokenOf))
    const [second] = tokens
    drill.check('and all get the same token', tokens.size === 1, tokens.size)
    drill.check('which is not the one before', second !== undefined && second !== person.refresh)
    const [row] = await scene.rows<{ count: number }>(
      `SELECT refresh_count AS count FROM sessions WHERE id = '${person.sessionId}'`,
    )
    drill.check('they are one rotation', Number(row?.count) === 1, row)
    if (second) chains.push({ first: person.refresh, second, last: second, sessionId: person.sessionId })
  }
  for (const chain of chains) {
    const next = await refresh(scene, chain.second)
    chain.last = tokenOf(next) ?? ''
    drill.check('each refresh gives a new token', chain.last !== '' && chain.last !== chain.second, next.status)
  }
  await delay(reuseMs + 1_000)
  for (const { first, last, sessionId } of chains) {
    const replayed = await refresh(scene, first)
    drill.check('a token that was used up is refused', replayed.status === 400, replayed.status)
    drill.check('and named as such', replayed.body.includes('refresh_token_already_used'), replayed.body.slice(0, 200))
    const [row] = await scene.rows(`SELECT id FROM sessions WHERE id = '${sessionId}'`)
    drill.check('it ends the session', row === undefined)
    const present = await refresh(scene, last)
    drill.check('also for who has its newest token', present.status === 401, present.status)
  }
  drill.figure('sessions', sessions)
  drill.figure('refreshes', sessions * 23)
  drill.check('the server never ends by itself', scene.server.isRunning())
}

export const sessionDrills: readonly Drill[] = onBothEngines({
  id: 'R20',
  title: 'refresh tokens rotate',
  run: rotation,
})

import { beforeAll, expect, test } from 'vitest'
import type { AuthReason } from '#shared/account.ts'
import { hourMs } from '#shared/durations.ts'
import { type ApiAddress, apiAddresses, callAddress } from '#tests/support/server/api-paths.ts'
import {
  documentedRoleMatrix,
  writeRoleMatrix,
  writesSecurityDocument,
} from '#tests/support/server/security-document.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

let addresses: readonly ApiAddress[]
const server = sharedApp()
beforeAll(async () => {
  addresses = apiAddresses(server.app)
})

type Headers = Record<string, string>

/** The columns of the matrix; each makes a session of its own. */
const roles: Record<string, () => Promise<Headers>> = {
  anonymous: async () => ({}),
  user: async () => (await signedIn(server)).headers,
  staff: async () => (await signedIn(server, { role: 'staff' })).headers,
  admin: async () => (await signedIn(server, { role: 'admin' })).headers,
}
const columns = Object.keys(roles)

/** Callers who hold something that looks like a session of an administrator, and the column that they belong to. */
const pretenders: [who: string, column: string, headers: () => Promise<Headers>][] = [
  ['whose address is not confirmed', 'anonymous', async () => (await admin({ confirmedAt: null })).headers],
  ['with a changed cookie', 'anonymous', async () => changedCookie(await admin())],
  [
    'whose session was ended',
    'anonymous',
    async () => {
      const { sessionId: id, headers } = await admin()
      await server.database.transaction(({ session }) => session.deleteMany({ where: { id } }))
      return headers
    },
  ],
  [
    'who lost the role',
    'user',
    async () => {
      const { userId: id, headers } = await admin()
      await server.database.transaction(({ user }) => user.updateMany({ where: { id }, data: { role: 'user' } }))
      return headers
    },
  ],
  [
    'whose session has expired',
    'anonymous',
    async () => {
      const { headers } = await admin()
      server.clock.advance(hourMs)
      return headers
    },
  ],
]

const admin = (account: Parameters<typeof signedIn>[1] = {}) => signedIn(server, { role: 'admin', ...account })
function changedCookie({ cookie, access, headers }: SignedIn): Headers {
  const changed = access.slice(0, -2) + (access.endsWith('AA') ? 'BB' : 'AA')
  return { ...headers, cookie: cookie.replace(access, changed) }
}

type Outcome = 'yes' | '401' | '403'
type Refusal = { readonly httpStatus: number; readonly reason?: AuthReason }

/** Returns how a call was refused. Behind the guards, whatever takes an input refuses this one. */
async function getRefusal(address: ApiAddress, headers: Headers): Promise<Refusal | undefined> {
  const answer = await callAddress(server, address, { none: '1' }, headers)
  // Behind the guards, there is no file with this id.
  if (address.name.includes(':')) return answer.statusCode === 404 ? undefined : { httpStatus: answer.statusCode }
  expect([404, 429]).not.toContain(answer.statusCode)
  if (address.kind === 'subscription')
    return JSON.parse(/^event: serialized-error\ndata: (.*)$/m.exec(answer.body)?.[1] ?? '').data
  if (answer.statusCode === 200) return undefined
  const refusal: Refusal = answer.json().error.data
  expect(answer.statusCode).toBe(refusal.httpStatus)
  return refusal
}

/** The guard's verdict: only a guard gives these reasons with this status. */
async function guardOutcome(address: ApiAddress, headers: Headers): Promise<Outcome> {
  const refusal = await getRefusal(address, headers)
  const isNoProcedure = address.kind === 'download' || address.kind === 'upload'
  if (refusal?.httpStatus === 403 && (isNoProcedure || refusal.reason === 'insufficient_role')) return '403'
  // Its answer, and no guard's.
  const isOwnAnswer = address.name === 'auth.refresh'
  const isAnonymous = refusal?.httpStatus === 401 && (isNoProcedure || refusal.reason === 'session_not_found')
  return isAnonymous && !isOwnAnswer ? '401' : 'yes'
}

/** A caller's results by address. */
async function outcomesOf(headersOf: () => Promise<Headers>): Promise<Record<string, Outcome>> {
  const outcomes: Record<string, Outcome> = {}
  let shared = await headersOf()
  for (const [index, address] of addresses.entries()) {
    // An account without a role may not call all of them at once.
    if (index % 20 === 19) shared = await headersOf()
    // These may end the session that they are called with.
    const headers = address.name.startsWith('auth.') ? await headersOf() : shared
    outcomes[address.name] = await guardOutcome(address, headers)
  }
  return outcomes
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

test('C1 every address of the API is open to exactly the roles that docs/security.md names', async () => {
  const outcomes = await Promise.all(Object.values(roles).map(outcomesOf))
  const rows = addresses.map(({ name, kind }) =>
    row([`\`${name}\``, kind, ...outcomes.map((ofRole) => ofRole[name] ?? '')]),
  )
  const matrix = [
    row(['address', 'kind', ...columns]),
    row(['address', 'kind', ...columns].map(() => '---')),
    ...rows,
  ].join('\n')
  if (writesSecurityDocument) writeRoleMatrix(matrix)
  expect(matrix, 'If the change is meant, write it down with `npm run security-doc`.').toBe(documentedRoleMatrix())
})

test.each(pretenders)('C1 an administrator %s gets what the column "%s" says', async (_who, column, headers) => {
  const documented = documentedRoleMatrix()
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const expected = documented.map(([, name = '', , ...cells]) => [
    name.replaceAll('`', ''),
    cells[columns.indexOf(column)],
  ])
  expect(await outcomesOf(headers)).toEqual(Object.fromEntries(expected))
})

test('C1 guards refuse with messages that the pages show', async () => {
  const answer = await server.app.inject({ url: '/api/trpc/estimates.list' })
  expect([answer.statusCode, answer.json().error.message]).toEqual([401, 'Please sign in first.'])
  const { headers } = await signedIn(server)
  const refused = await server.app.inject({ url: '/api/trpc/estimates.list', headers })
  expect([refused.statusCode, refused.json().error.message]).toEqual([403, 'You may not have admin privileges.'])
})

import { lockAttempts } from '#server/accounts/limits/attempts.ts'
import { rateLimitKey } from '#server/accounts/limits/client-ip.ts'
import type { RateLimitKey } from '#server/accounts/limits/limits.ts'
import type { Client } from '#server/accounts/sessions/client.ts'
import { deviceName } from '#server/accounts/sessions/device-name.ts'
import { networkDigest } from '#server/accounts/sessions/network.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { AuditKind } from '#shared/audit.ts'
import { hourMs } from '#shared/durations.ts'
import { addAuditEntry } from './add-audit-entry.ts'
import type { Owner } from './record-in-log.ts'

type FailureDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly serverKey: Buffer
  readonly client: Pick<Client, 'ip' | 'userAgent'>
}

type FailedSignIn = {
  /** Null for an address that has no account. */
  readonly account: Owner | null
  readonly details: Readonly<Record<string, string | number>>
}

/** Tells the audit log of a failed sign-in to an account with a role, after the response, which tells nothing of it. */
export function recordFailedSignIn(
  deps: FailureDeps & { afterResponse(work: () => Promise<void>): void },
  { account, details }: FailedSignIn,
): void {
  if (!account || account.role === 'user') return
  const now = deps.clock.now()
  deps.afterResponse(() =>
    recordFailure(deps, now, 'sign-in.failed', account.id, (transaction, source) =>
      addAuditEntry(transaction, {
        kind: 'sign-in.failed',
        actor: null,
        subject: account,
        details: { ...details, ...source },
        now,
      }),
    ),
  )
}

/** Tells the audit log of a call that a signed-in account may not make, also of an account without a role. */
export async function recordRefusedAccess(
  deps: FailureDeps,
  { user, reason }: { readonly user: { readonly id: string; readonly email: string }; readonly reason: string },
): Promise<void> {
  const now = deps.clock.now()
  if (isRepeat(`${user.id} ${rateLimitKey(deps.client.ip)}`, now)) return
  await recordFailure(deps, now, 'access.refused', user.id, (transaction, source) =>
    addAuditEntry(transaction, { kind: 'access.refused', actor: user, details: { reason, ...source }, now }),
  )
}

/** The time when this process recorded a refusal, by account and network. */
const recorded = new Map<string, number>()
const maxRemembered = 1_000

/** Spares the database most of the work while an account sends call after call. */
function isRepeat(key: string, now: Date): boolean {
  const last = recorded.get(key)
  if (last !== undefined && Math.abs(now.getTime() - last) < hourMs) return true
  if (recorded.size >= maxRemembered) recorded.clear()
  recorded.set(key, now.getTime())
  return false
}

type Add = (
  transaction: Parameters<typeof addAuditEntry>[0],
  source: { readonly device: string; readonly network: string },
) => Promise<void>

/** Records a failure at most once an hour for each account and network, so that a flood fills nothing. */
async function recordFailure(
  { database, serverKey, client }: FailureDeps,
  now: Date,
  kind: AuditKind,
  accountId: string,
  add: Add,
): Promise<void> {
  const keys: RateLimitKey[] = [
    { limit: 'logged-failure', subject: `${kind} ${accountId} ${rateLimitKey(client.ip)}` },
    { limit: 'logged-failures', subject: kind },
  ]
  const source = {
    // A browser may call itself anything.
    device: (await deviceName(client.userAgent)).slice(0, 100),
    network: networkDigest(serverKey, client.ip)?.slice(0, 8) ?? '',
  }
  await database.transaction(async (transaction, statements) => {
    const counters = await lockAttempts(statements, serverKey, keys)
    const { refused } = counters.consume(keys, now)
    await statements.writeAttempts(counters.changed)
    if (!refused) await add(transaction, source)
  })
}

import type { FastifyRequest } from 'fastify'
import { recordRefusedAccess } from '#server/accounts/audit/record-failure.ts'
import { getRefusal } from '#server/accounts/sessions/guards.ts'
import type { ActiveSession } from '#server/accounts/sessions/sessions.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { sentenceFor } from '#server/http/error-body.ts'
import { HttpError } from '#server/http/http-error.ts'

/** @throws {HttpError} 401 or 403 unless an administrator is signed in */
export async function adminSession(
  request: FastifyRequest,
  services: { readonly database: Database; readonly clock: Clock; readonly serverKey: Buffer },
): Promise<ActiveSession> {
  const session = await request.client.session()
  if (!session) throw new HttpError(401, sentenceFor('UNAUTHORIZED'))
  // The role may have changed meanwhile.
  const refusal = getRefusal(session.user, 'manageInstallation')
  if (refusal)
    await recordRefusedAccess(
      { ...services, client: request.client },
      { user: session.user, reason: refusal.reason ?? '' },
    )
  if (refusal?.reason === 'second_factor_missing') throw new HttpError(403, refusal.message)
  if (refusal) throw new HttpError(403, 'Only administrators may export estimates.')
  return session
}

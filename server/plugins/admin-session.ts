import type { FastifyRequest } from 'fastify'
import { refusalOf } from '#server/auth/guards.ts'
import type { ActiveSession } from '#server/auth/sessions.ts'
import { sentenceFor } from '#server/http/error-body.ts'
import { HttpError } from '#server/http/http-error.ts'

/** @throws {HttpError} 401 or 403 unless an administrator is signed in */
export async function adminSession(request: FastifyRequest): Promise<ActiveSession> {
  const session = await request.client.session()
  if (!session) throw new HttpError(401, sentenceFor('UNAUTHORIZED'))
  // The role may have changed meanwhile.
  const refusal = refusalOf(session.user, 'manageInstallation')
  if (refusal?.reason === 'second_factor_missing') throw new HttpError(403, refusal.message)
  if (refusal) throw new HttpError(403, 'Only administrators may export estimates.')
  return session
}

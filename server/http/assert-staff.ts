import type { FastifyRequest } from 'fastify'
import { getRefusal } from '#server/accounts/sessions/guards.ts'
import type { Permission } from '#shared/permissions.ts'
import { sentenceFor } from './error-body.ts'
import { HttpError } from './http-error.ts'

/** @throws {HttpError} 401 or 403 unless somebody is signed in who may do it */
export async function assertStaff(request: FastifyRequest, permission: Permission = 'workEstimates'): Promise<void> {
  const session = await request.client.session()
  if (!session) throw new HttpError(401, sentenceFor('UNAUTHORIZED'))
  const refusal = getRefusal(session.user, permission)
  if (refusal) throw new HttpError(403, refusal.message)
}

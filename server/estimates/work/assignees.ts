import type { ReadClient } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { displayName } from '#shared/account.ts'
import type { Assignee } from '#shared/estimates/estimate-work.ts'
import { isAllowed, roles } from '#shared/permissions.ts'

const mayBeAssigned = {
  confirmedAt: { not: null },
  role: { in: roles.filter((role) => isAllowed(role, 'workEstimates')) },
}

const assigneeSelect = { id: true, email: true, name: true } as const

export async function listAssignees({ user }: Pick<ReadClient, 'user'>): Promise<Assignee[]> {
  const people = await user.findMany({ where: mayBeAssigned, orderBy: { email: 'asc' }, select: assigneeSelect })
  return people.toSorted((a, b) => displayName(a).localeCompare(displayName(b), 'en'))
}

/** @throws {AppError} `invalid`, at the field `assigneeId` */
export async function findAssignee({ user }: Pick<ReadClient, 'user'>, id: string): Promise<Assignee> {
  const assignee = await user.findFirst({ where: { id, ...mayBeAssigned }, select: assigneeSelect })
  if (assignee) return assignee
  throw new AppError('invalid', 'Only a staff member can be assigned.', {
    fieldErrors: { assigneeId: ['This person is not on the staff.'] },
  })
}

/** @throws {AppError} `invalid` */
export async function findAssigneeByAddress({ user }: Pick<ReadClient, 'user'>, email: string): Promise<Assignee> {
  const assignee = await user.findFirst({ where: { email, ...mayBeAssigned }, select: assigneeSelect })
  if (assignee) return assignee
  throw new AppError('invalid', `${email} can’t take over: only a person with a role who has joined can.`)
}

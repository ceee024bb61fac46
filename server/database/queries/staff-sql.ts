import { isAllowed, roles } from '#shared/permissions.ts'

const staffRoles = roles.filter((role) => isAllowed(role, 'workEstimates')).map((role) => `'${role}'`)

/** Accounts that may work on estimates, found by the index on roles. */
export const isStaffSql = `role IN (${staffRoles.join(', ')}) AND confirmed_at IS NOT NULL`

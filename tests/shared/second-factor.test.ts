import { expect, it } from 'vitest'
import { isAllowed, type Permission, roles } from '#shared/permissions.ts'
import { isRequiredFor } from '#shared/second-factor.ts'

const mayDoSome = (role: string, permissions: readonly Permission[]) =>
  permissions.some((permission) => isAllowed(role, permission))

it('the duty to have a second factor follows what a role may do', () => {
  for (const role of roles) {
    const isStaff = mayDoSome(role, ['workEstimates', 'manageInstallation', 'managePeople'])
    expect(isRequiredFor('everybody', role), role).toBe(isStaff)
    expect(isRequiredFor('administrators', role), role).toBe(isAllowed(role, 'managePeople'))
    expect(isRequiredFor('nobody', role), role).toBe(false)
    expect(isRequiredFor(null, role), role).toBe(false)
  }
})

/** `user` has no permissions. */
export const roles = ['user', 'staff', 'admin'] as const
export type Role = (typeof roles)[number]

/** The server enforces this table. */
const permissions = {
  workEstimates: ['staff', 'admin'],
  manageInstallation: ['admin'],
  /** Allows inviting people, changing their roles, and reading the audit log. */
  managePeople: ['admin'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

/** Whether the role may do anything that a visitor's account may not. */
export function isStaffRole(role: string): boolean {
  return (Object.keys(permissions) as Permission[]).some((permission) => isAllowed(role, permission))
}

/** Unknown roles have no permissions. */
export function isAllowed(role: string, permission: Permission): boolean {
  const allowed: readonly string[] = permissions[permission]
  return allowed.includes(role)
}

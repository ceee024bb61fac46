/** The roles there are, from the one that may nothing beyond having an account. */
export const roles = ['user', 'staff', 'admin'] as const
export type Role = (typeof roles)[number]

/** Who may do what in the staff area: the one table. The server enforces it, the pages only follow it. */
const permissions = {
  /** Read visitors' requests and work them. */
  workRequests: ['staff', 'admin'],
  /** Export all estimates. */
  manageInstallation: ['admin'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

/** Whether somebody of a role may do something. A role that is not known may nothing. */
export function isAllowed(role: string, permission: Permission): boolean {
  const allowed: readonly string[] = permissions[permission]
  return allowed.includes(role)
}

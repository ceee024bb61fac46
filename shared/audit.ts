/** What each kind of entry of the audit log is called on the screen. The log keeps entries for two years. */
export const auditKinds = {
  'sign-in.succeeded': 'Signed in',
  /** `details.limit` names the limit. Nobody is signed in, so there is no actor. */
  'sign-in.limited': 'Too many failed sign-ins',
  'second-factor.app-added': 'Authenticator app added',
  'second-factor.app-replaced': 'Authenticator app replaced',
  'second-factor.app-removed': 'Authenticator app removed',
  'second-factor.passkey-added': 'Passkey added',
  'second-factor.passkey-removed': 'Passkey removed',
  /** Its counter went backwards, so somebody may have copied it. */
  'second-factor.passkey-refused': 'Copied passkey refused',
  'second-factor.recovery-codes-made': 'New recovery codes made',
  'second-factor.recovery-code-used': 'Recovery code used',
  'second-factor.reset': 'Second factor reset',
  /** `details.roles` has them, separated by commas. */
  'second-factor.requirement-changed': 'Roles that need a second factor changed',
  /** Never whose. `details.requests` is how many; `details.account` whether there was an account. */
  'person.erased': 'A person’s data erased',
  'person.exported': 'A person’s data exported',
  'account.erased': 'Account erased',
  /** `details.completed` and `details.spam` are months, or `never`. */
  'retention.changed': 'Retention rules changed',
  /** By the site itself. */
  'retention.erased': 'Old requests erased',
} as const

export type AuditKind = keyof typeof auditKinds

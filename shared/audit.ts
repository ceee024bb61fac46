/** The labels of the audit log's kinds of entries. */
export const auditKinds = {
  'sign-in.succeeded': 'Signed in',
  /**
   * `details.by` is how, `details.inARow` the failures in a row, `details.device` and `details.network` where they came
   * from. There is no actor.
   */
  'sign-in.failed': 'Failed sign-in',
  /** `details.limit` names the limit. There is no actor. */
  'sign-in.limited': 'Too many failed sign-ins',
  /** The account may not make this call. `details.reason` says why, with `device` and `network` as above. */
  'access.refused': 'Access refused',
  'account.password-changed': 'Password changed',
  /** `details.to` is the new address; that of the actor is the former one. */
  'account.email-changed': 'Email address changed',
  /** Undone by the link in the former mailbox, without a session. */
  'account.email-restored': 'Former email address restored',
  /** `details.sessions` is how many. */
  'account.sessions-ended': 'Other devices signed out',
  'second-factor.app-added': 'Authenticator app added',
  'second-factor.app-replaced': 'Authenticator app replaced',
  'second-factor.app-removed': 'Authenticator app removed',
  'second-factor.passkey-added': 'Passkey added',
  'second-factor.passkey-removed': 'Passkey removed',
  /** Its counter went backwards, so it may have been copied. */
  'second-factor.passkey-refused': 'Copied passkey refused',
  'second-factor.recovery-codes-made': 'New recovery codes made',
  'second-factor.recovery-code-used': 'Recovery code used',
  'second-factor.reset': 'Second factor reset',
  /** `details.of` is one of `secondFactorDuties`. */
  'second-factor.requirement-changed': 'Roles that need a second factor changed',
  /** `details.role` is the role of each of these. */
  'person.invited': 'Invited',
  'person.invited-again': 'Invitation sent again',
  'person.invitation-withdrawn': 'Invitation withdrawn',
  /** Came by another link once the invitation was over, and joined without the role. */
  'person.invitation-expired': 'Joined too late without access',
  /** The person has set the first password. */
  'person.joined': 'Joined',
  'person.name-changed': 'Name changed',
  /** The details are `from` and `to`. */
  'person.role-changed': 'Role changed',
  /** `details.from`, and in `details.estimates` how many estimates were handed over. */
  'person.revoked': 'Access revoked',
  'estimates.exported': 'Requests exported',
  /** It never says whose data. `details.requests` is how many; `details.account` whether there was an account. */
  'visitor.erased': 'A visitor’s data erased',
  'visitor.exported': 'A visitor’s data exported',
  'person.erased': 'Account erased',
  /** `details.number` counts the versions. */
  'company.published': 'Company published',
  /** `details.completed` and `details.spam` are months, or `never`. */
  'retention.changed': 'Retention rules changed',
  /** The site itself erased them. */
  'retention.erased': 'Old requests erased',
} as const

export type AuditKind = keyof typeof auditKinds

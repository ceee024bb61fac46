import { type EstimateField, estimateFieldNames, estimateFields } from '#shared/estimates/fields.ts'

/** Change it with every change to the privacy page's text. */
export const lastUpdated = { date: '2026-11-29', words: 'November 29, 2026' } as const

const otherWords: Partial<Record<EstimateField, string>> = {
  phone: 'phone number, if you give one',
  urgent: 'whether the project is urgent',
}

/** The form's names of an estimate's fields. */
export const requestFields = estimateFieldNames.map(
  (name) => otherWords[name] ?? estimateFields[name].label.toLowerCase(),
)

/** Tests check these claims against the server. */
export const privacyFacts = {
  emailsPerEstimate: 2,
  sessionIdleDays: 7,
  sessionDays: 30,
  maxLinkDays: 3,
  emailChangeDays: 30,
  maxAttemptDays: 1,
  accountCookies: 6,
  requestLinkDays: 180,
  proposalLinkDays: 60,
} as const

/** The columns that the page describes besides the form's fields, by Prisma model. */
export const describedColumns = {
  ProjectEstimate: [
    ...['id', 'reference', 'status', 'createdAt', 'requestKey', 'valuesDigest', 'senderDigest'],
    ...['version', 'firstContactAt', 'outcome', 'outcomeReason', 'assigneeId', 'followUpOn'],
    ...['dueAt', 'quarantinedAt', 'quarantineReasons', 'spamAt', 'source'],
    ...['leadSource', 'utmMedium', 'utmCampaign', 'referrerHost', 'landingPath'],
    ...['emailKey', 'phoneDigits', 'otherPhoneDigits', 'nameKey', 'searchText'],
    ...['formVerified', 'proposalPromisedOn', 'proposalDueOn', 'proposalSentAt', 'proposalCents'],
    ...['completedAt', 'erasedAt', 'withdrawnAt'],
  ],
  EstimateEvent: ['id', 'estimateId', 'kind', 'details', 'actorId', 'actorEmail', 'actorName', 'at', 'entryKey'],
  PushSubscription: ['id', 'sessionId', 'endpoint', 'p256dh', 'auth', 'showNames', 'createdAt'],
  User: [
    ...['id', 'email', 'name', 'passwordHash', 'role', 'confirmedAt', 'pendingDigest', 'createdAt', 'secondFactorAt'],
    ...['invitedAt', 'invitedById'],
    ...['newEstimatesSince', 'notifyAssigned', 'notifyDeadlines', 'notifyDigest', 'calendarFeed'],
  ],
} as const

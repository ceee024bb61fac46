import { type EstimateField, estimateFieldNames, estimateFields } from '#shared/estimates/fields.ts'

/** When the words of the privacy page were last revised. Change it with every change to them. */
export const lastUpdated = { date: '2026-11-21', words: 'November 21, 2026' } as const

const otherWords: Partial<Record<EstimateField, string>> = {
  phone: 'phone number, if you give one',
  urgent: 'whether the project is urgent',
}

/** The fields of an estimate, as the form names them. */
export const requestFields = estimateFieldNames.map(
  (name) => otherWords[name] ?? estimateFields[name].label.toLowerCase(),
)

/** What the page claims about the server. Tests hold the server to it. */
export const privacyFacts = {
  emailsPerEstimate: 2,
  sessionIdleDays: 7,
  sessionDays: 30,
  maxLinkDays: 3,
  maxAttemptDays: 1,
  accountCookies: 4,
} as const

/** The stored columns that the page describes beside the fields of the form, by Prisma's model. */
export const describedColumns = {
  ProjectEstimate: [
    ...['id', 'reference', 'status', 'createdAt', 'requestKey', 'valuesDigest', 'senderDigest'],
    ...['version', 'firstContactAt', 'outcome', 'outcomeReason', 'assigneeId', 'followUpOn'],
    ...['dueAt', 'quarantinedAt', 'quarantineReasons', 'spamAt', 'emailKey', 'phoneDigits'],
  ],
  EstimateEvent: ['id', 'estimateId', 'kind', 'details', 'actorId', 'actorEmail', 'at', 'entryKey'],
  User: ['id', 'email', 'passwordHash', 'role', 'confirmedAt', 'pendingDigest', 'createdAt'],
} as const

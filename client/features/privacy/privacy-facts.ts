/** When the words of the privacy page were last revised. Change it with every change to them. */
export const lastUpdated = { date: '2026-11-21', words: 'November 21, 2026' } as const

/** The fields of an estimate, as the form names them. */
export const requestFields = [
  'full name',
  'email address',
  'phone number, if you give one',
  'project type',
  'property type',
  'square footage',
  'project description',
  'project location',
  'desired timeline',
  'budget range',
  'special requirements or considerations',
  'whether the project is urgent',
] as const

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

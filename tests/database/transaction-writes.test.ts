import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import type { Committed } from '#server/database/client/committed.ts'
import type { ModelName, Transaction } from '#server/database/database.ts'
import { maxIdsPerEvent } from '#shared/estimates/live-changes.ts'
import { buildEstimate } from '#tests/support/estimates/build-estimate.ts'
import { storeEstimate, storeEstimatesAt } from '#tests/support/estimates/store-estimates.ts'
import { signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

const test = sharedApp()

const at = new Date('2026-01-05T12:00:00.000Z')

/** A row of each table that is refused for nothing but the rows around it. */
const rows = {
  ProjectEstimate: buildEstimate({ id: 'e', reference: 'r', requestKey: 'k' }),
  EstimateEvent: { id: 'v', estimateId: 'e', kind: 'note', at, details: '{}' },
  EstimateExport: { id: 'x', actorId: 'u', actorEmail: 'bo@example.com', at },
  EstimateExportBatch: { id: 'b', exportId: 'x', firstId: 'e', lastId: 'e', estimateIds: 'e' },
  AuditEntry: { id: 'l', kind: 'sign-in.succeeded', at, details: '{}' },
  OutboxMessage: { id: 'm', kind: 'x', createdAt: at, nextAttemptAt: at },
  User: { id: 'u', email: 'bo@example.com', createdAt: at },
  Session: {
    id: 's',
    userId: 'u',
    accessDigest: 'd',
    accessExpiresAt: at,
    refreshDigest: 'd',
    refreshedAt: at,
    device: 'x',
    createdAt: at,
    lastUsedAt: at,
    expiresAt: at,
  },
  Nudge: { id: 'n', kind: 'nudge.digest', userId: 'u', subject: '2026-01-05', createdAt: at },
  PushSubscription: {
    id: 'd',
    sessionId: 's',
    endpoint: 'https://fcm.googleapis.com/x',
    p256dh: 'k',
    auth: 'a',
    createdAt: at,
  },
  PushMessage: { id: 'q', nudgeId: 'n', subscriptionId: 'd', createdAt: at, nextAttemptAt: at },
  EmailToken: { id: 't', digest: 'd', userId: 'u', purpose: 'reset', createdAt: at, expiresAt: at },
  TotpSecret: { userId: 'u' },
  RecoveryCode: { id: 'r', userId: 'u', digest: 'd', createdAt: at },
  Passkey: {
    id: 'p',
    credentialId: 'c',
    userId: 'u',
    publicKey: 'k',
    counter: '0',
    transports: '',
    name: 'Phone',
    backedUp: false,
    createdAt: at,
  },
  SignInChallenge: { digest: 'd', userId: 'u', purpose: 'second-factor', expiresAt: at },
  EmailChange: {
    id: 'c',
    userId: 'u',
    fromEmail: 'bo@example.com',
    toEmail: 'bo@mail.example',
    createdAt: at,
    expiresAt: at,
    messageId: 'm',
  },
  EmailChangeLink: { digest: 'd', changeId: 'c', purpose: 'confirm' },
  StoredFile: {
    id: 'f',
    estimateId: 'e',
    name: 'a.pdf',
    type: 'application/pdf',
    createdAt: at,
  },
  FileContent: { fileId: 'f', bytes: Buffer.from('a') },
  Proposal: {
    id: 'p',
    estimateId: 'e',
    number: 1,
    lines: '[]',
    note: '',
    starts: '',
    duration: '',
    validUntil: '2026-01-05',
    remind: false,
  },
  Visit: { id: 'v', estimateId: 'e', startsAt: at, endsAt: at, place: 'Here' },
  Attempt: { key: 'a', hits: 1, windowEndsAt: at },
  SavedView: { id: 'w', ownerId: 'u', name: 'Mine', search: '{}', createdAt: at },
  Setting: { name: 'n', value: 'x', createdAt: at },
  ReviewRequest: { id: 'r', askedAt: at },
} satisfies { [Name in Prisma.ModelName]: Prisma.TypeMap['model'][Name]['operations']['createMany']['args']['data'] }

/** The relations of each model; the compiler requires every one of the schema. */
const relations: {
  readonly [Name in Prisma.ModelName]: Readonly<
    Record<keyof Prisma.TypeMap['model'][Name]['payload']['objects'], object>
  >
} = {
  ProjectEstimate: {
    assignee: { create: rows.User },
    messages: { deleteMany: {} },
    events: { deleteMany: {} },
    proposals: { deleteMany: {} },
    visits: { deleteMany: {} },
    files: { deleteMany: {} },
  },
  Proposal: { estimate: { delete: true }, file: { delete: true } },
  Visit: { estimate: { delete: true }, assignee: { update: { role: 'admin' } } },
  StoredFile: { estimate: { delete: true }, content: { delete: true }, proposals: { deleteMany: {} } },
  FileContent: { file: { delete: true } },
  EstimateEvent: { estimate: { delete: true } },
  EstimateExport: { batches: { deleteMany: {} } },
  EstimateExportBatch: { export: { delete: true } },
  AuditEntry: {},
  OutboxMessage: { estimate: { update: { events: { deleteMany: {} } } } },
  User: {
    sessions: { deleteMany: {} },
    tokens: { deleteMany: {} },
    estimates: { updateMany: { where: {}, data: { status: 'new' } } },
    visits: { deleteMany: {} },
    views: { deleteMany: {} },
    nudges: { deleteMany: {} },
    totpSecret: { delete: true },
    recoveryCodes: { deleteMany: {} },
    passkeys: { deleteMany: {} },
    challenges: { deleteMany: {} },
    emailChanges: { deleteMany: {} },
  },
  Nudge: { user: { update: { role: 'admin' } }, pushes: { deleteMany: {} } },
  PushSubscription: { session: { delete: true }, messages: { deleteMany: {} } },
  PushMessage: { nudge: { delete: true }, subscription: { delete: true } },
  TotpSecret: { user: { update: { role: 'admin' } } },
  RecoveryCode: { user: { update: { role: 'admin' } } },
  Passkey: { user: { update: { role: 'admin' } } },
  SignInChallenge: { user: { update: { role: 'admin' } } },
  EmailChange: { user: { update: { role: 'admin' } }, links: { deleteMany: {} } },
  EmailChangeLink: { change: { delete: true } },
  Session: { user: { update: { role: 'admin' } }, pushSubscription: { delete: true } },
  EmailToken: { user: { update: { role: 'admin' } } },
  Attempt: {},
  SavedView: { owner: { update: { role: 'admin' } } },
  Setting: {},
  ReviewRequest: {},
}

const nestedWrites = Object.entries(relations).flatMap(([model, writes]) =>
  Object.entries(writes).map(([relation, write]) => ({ model: model as Prisma.ModelName, relation, write })),
)

const tableName = (model: Prisma.ModelName) => `${model.charAt(0).toLowerCase()}${model.slice(1)}` as ModelName

it('transaction tables only add events, and write all other rows by methods that are limited to one table', async () => {
  const writes = await test.database.transaction(async (transaction) =>
    Object.entries(transaction).map(([name, table]) => {
      const methods = Object.keys(table).filter((method) => !/^(find|count|aggregate|group)/.test(method))
      return [name, methods]
    }),
  )
  const all = ['createMany', 'updateMany', 'deleteMany', 'create']
  expect(Object.fromEntries(writes)).toEqual({
    projectEstimate: all,
    estimateEvent: ['createMany', 'create'],
    estimateExport: ['createMany', 'create'],
    estimateExportBatch: ['createMany', 'create'],
    auditEntry: ['createMany', 'create'],
    outboxMessage: all,
    nudge: all,
    pushSubscription: all,
    pushMessage: all,
    user: all,
    session: all,
    emailToken: all,
    attempt: all,
    savedView: all,
    setting: all,
    totpSecret: all,
    recoveryCode: all,
    passkey: all,
    signInChallenge: all,
    emailChange: all,
    emailChangeLink: all,
    proposal: all,
    visit: all,
    storedFile: all,
    fileContent: all,
    reviewRequest: all,
  } satisfies Record<ModelName, string[]>)
})

it.each(nestedWrites)(
  'transaction tables refuse to write to the $relation of $model',
  async ({ model, relation, write }) => {
    const run = (method: 'create' | 'createMany' | 'updateMany', data: object) =>
      test.database.transaction(async (transaction) => {
        const table = transaction[tableName(model)] as unknown as Record<string, (args: object) => Promise<unknown>>
        await table[method]?.({ data })
      })
    const unknown = `Unknown argument \`${relation}\``
    await expect(run('create', { ...rows[model], [relation]: write })).rejects.toThrow(unknown)
    await expect(run('createMany', { ...rows[model], [relation]: write })).rejects.toThrow(unknown)
    if (!/^Estimate/.test(model)) await expect(run('updateMany', { [relation]: write })).rejects.toThrow(unknown)
  },
)

describe('a commit', () => {
  let heard: Committed[]
  let unsubscribe: () => void
  beforeEach(async () => {
    heard = []
    unsubscribe = await test.database.onCommitted((done) => heard.push(done))
  })
  afterEach(() => unsubscribe())

  /** Commits a transaction and returns what subscribers were told of it. */
  async function announced(work: (transaction: Transaction) => Promise<unknown>): Promise<Committed[]> {
    heard.length = 0
    await test.database.transaction(work)
    return heard
  }
  const only = (part: Partial<Committed>): Committed[] => [
    { created: [], changed: [], all: false, people: false, ...part },
  ]

  it('announces the estimates that it added, changed or deleted', async () => {
    const data = rows.ProjectEstimate
    expect(await announced(({ projectEstimate }) => projectEstimate.createMany({ data }))).toEqual(
      only({ created: ['e'] }),
    )
    const other = { ...data, id: 'f', reference: 'f', requestKey: 'f' }
    expect(await announced(({ projectEstimate }) => projectEstimate.create({ data: other }))).toEqual(
      only({ created: ['f'] }),
    )
    // Open pages show only how many are in quarantine.
    const quarantined = { ...data, id: 'g', reference: 'g', requestKey: 'g', quarantinedAt: at }
    expect(await announced(({ projectEstimate }) => projectEstimate.create({ data: quarantined }))).toEqual(
      only({ changed: ['g'] }),
    )
    const status = 'completed'
    expect(
      await announced(({ projectEstimate }) =>
        projectEstimate.updateMany({ where: { id: 'e', version: 1 }, data: { status } }),
      ),
    ).toEqual(only({ changed: ['e'] }))
    expect(
      await announced(({ projectEstimate }) =>
        projectEstimate.updateMany({ where: { status }, data: { urgent: true } }),
      ),
    ).toEqual(only({ all: true }))
    expect(await announced(({ projectEstimate }) => projectEstimate.deleteMany({ where: { id: 'e' } }))).toEqual(
      only({ all: true }),
    )
  })

  it('announces the estimate that it added an event to', async () => {
    const estimateId = await storeEstimate(test)
    const data = { id: 'v', estimateId, kind: 'note', at, details: '{}' }
    expect(await announced(({ estimateEvent }) => estimateEvent.createMany({ data }))).toEqual(
      only({ changed: [estimateId] }),
    )
  })

  it('announces that it ended a session, changed a role or deleted an account', async () => {
    const { sessionId, userId } = await signedIn(test, { role: 'staff' })
    const where = { id: userId }
    expect(await announced(({ session }) => session.deleteMany({ where: { id: sessionId } }))).toEqual(
      only({ people: true }),
    )
    expect(await announced(({ user }) => user.updateMany({ where, data: { role: 'user' } }))).toEqual(
      only({ people: true }),
    )
    expect(await announced(({ user }) => user.updateMany({ where, data: { passwordHash: 'x' } }))).toEqual([])
    expect(await announced(({ user }) => user.deleteMany({ where }))).toEqual(only({ people: true }))
  })

  it('announces everything that its transaction did at once', async () => {
    const [first = '', second = ''] = await storeEstimatesAt(test, [0, 1])
    const { sessionId } = await signedIn(test)
    const done = await announced(async ({ estimateEvent, projectEstimate, session }) => {
      await projectEstimate.updateMany({ where: { id: first }, data: { status: 'completed' } })
      await estimateEvent.create({ data: { id: 'first', estimateId: first, kind: 'note', at, details: '{}' } })
      await estimateEvent.createMany({ data: [{ id: 'second', estimateId: second, kind: 'note', at, details: '{}' }] })
      await session.deleteMany({ where: { id: sessionId } })
    })
    expect(done).toEqual(only({ changed: [first, second], people: true }))
  })

  it('names no ids when there are too many', async () => {
    const ids = await storeEstimatesAt(
      test,
      Array.from({ length: maxIdsPerEvent + 1 }, (_, index) => index),
    )
    const done = await announced(({ estimateEvent }) =>
      estimateEvent.createMany({
        data: ids.map((estimateId) => ({ id: `event ${estimateId}`, estimateId, kind: 'note', at, details: '{}' })),
      }),
    )
    expect(done).toEqual(only({ all: true }))
  })

  it('announces nothing when it found no rows, was rolled back or concerns other tables', async () => {
    const id = await storeEstimate(test)
    const none = { where: { id: 'none' } }
    const done = await announced(async (transaction) => {
      await transaction.projectEstimate.updateMany({ ...none, data: { status: 'completed' } })
      await transaction.projectEstimate.deleteMany(none)
      await transaction.session.deleteMany(none)
      await transaction.user.deleteMany(none)
      await transaction.setting.create({ data: rows.Setting })
    })
    expect(done).toEqual([])
    const rolledBack = announced(async ({ projectEstimate }) => {
      await projectEstimate.updateMany({ where: { id }, data: { status: 'completed' } })
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(heard).toEqual([])
  })
})

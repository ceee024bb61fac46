import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { expect, it } from 'vitest'
import { newYorkDay } from '#shared/calendar-days.ts'
import { estimateFieldNames } from '#shared/estimates/fields.ts'
import { todaySections } from '#shared/estimates/today.ts'
import { answers } from '#tests/support/estimates/answers.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { storeTestPhoto } from '#tests/support/estimates/store-file.ts'
import { storeVisit } from '#tests/support/estimates/store-visit.ts'
import { browsers, confirmedAccount, goodPassword, mailedToken, otherPassword } from '#tests/support/server/accounts.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

const test = sharedApp({ settings: { ADMIN_EMAILS: 'boss@mail.example' } })

/** The names of all fields of a JSON value, with the path to each. */
function keysOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item) => keysOf(item, `${path}[]`))
  return Object.entries(value).flatMap(([key, inner]) => [`${path}.${key}`, ...keysOf(inner, `${path}.${key}`)])
}

/** Fields of one part of an answer, and the part itself. */
const part = (path: string, ...fields: string[]) => [
  path.replace(/\[\]$/, ''),
  ...fields.map((name) => `${path}.${name}`),
]

const listedFields = [
  ...estimateFieldNames,
  ...['createdAt', 'dueAt', 'erasedAt', 'firstContactAt', 'id', 'quarantineReasons', 'reference', 'source', 'status'],
  ...['leadSource', 'withdrawnAt'],
]
const proposalFields = ['proposalCents', 'proposalDueOn', 'proposalPromisedOn', 'proposalSentAt']
const workFields = [
  ...['assignee', 'dueAt', 'erasedAt', 'firstContactAt', 'followUpOn', 'outcome', 'outcomeReason', 'quarantine'],
  ...['status', 'version', 'visit', 'withdrawnAt'],
  ...proposalFields,
]
const viewFields = ['mayChange', 'name', 'owner', 'search', 'shared']
const countFields = ['inTime', 'judged', 'requests']
const changeFields = ['at', 'by', 'from', 'id', 'kind', 'reason', 'to']
const detailFields = ['field', 'from', 'to']
const result = '.result.data'
const todayFields = [
  ...['assignee', 'bestTime', 'budgetRange', 'createdAt', 'dueAt', 'email', 'firstContactAt', 'followUpOn', 'id'],
  'location',
  ...['name', 'outcome', 'phone', 'projectType', 'reference', 'status', 'summary', 'urgent', 'version'],
  'withdrawnAt',
  ...proposalFields,
]
const visitFields = ['assignee', 'endsAt', 'id', 'place', 'sequence', 'startsAt']
const stale = '.error.data.stale'

/** Every field that any answer has. */
const expectedKeys = [
  ...part('.error', 'code', 'message'),
  ...part('.error.data', 'code', 'httpStatus', 'reason'),
  ...part('.error.data.fieldErrors', 'assigneeId', 'password', 'role'),
  ...part(stale),
  ...part(`${stale}.changes[]`, ...changeFields),
  ...part(`${stale}.work`, ...workFields),
  ...part(`${stale}.work.assignee`, 'email', 'id', 'name').slice(1),
  ...part('.result'),
  ...part(
    result,
    'confirmed',
    'expiresAt',
    'closed',
    'contacted',
    'emailed',
    'link',
    'lost',
    'won',
    'expiresIn',
    'id',
    'medianMs',
    'newer',
    'nextCursor',
    'older',
    'now',
    'overdue',
    'quarantined',
    'percentile90Ms',
    'reference',
    'status',
    'tokenType',
    'token',
    'total',
    'url',
  ),
  ...part(`${result}[]`, 'email', 'id', ...viewFields).slice(1),
  ...viewFields.map((name) => `${result}.${name}`),
  ...part(`${result}.search`, 'urgent').slice(1),
  ...part(`${result}[].search`, 'urgent').slice(1),
  ...part(`${result}.sessions[]`, 'device', 'id', 'isCurrent', 'isSameNetwork', 'lastUsedAt', 'signedInAt'),
  `${result}.newEmail`,
  ...part(`${result}.changed[]`, 'id', 'version'),
  ...part(`${result}.refused[]`, 'by', 'id', 'reason'),
  ...part(`${result}.assignees[]`, 'email', 'id', 'inTime', 'judged', 'lost', 'name', 'requests', 'won'),
  ...part(`${result}.assignees[].assignee`, 'email', 'id', 'name'),
  ...part(
    `${result}.people[]`,
    'email',
    'id',
    'invitation',
    'isInSettings',
    'lastSeenAt',
    'name',
    'role',
    'secondFactorSince',
  ),
  ...part(`${result}.entries[]`, 'actor', 'at', 'details', 'id', 'kind', 'subject'),
  ...part(`${result}.entries[].actor`, 'email', 'id', 'name').slice(1),
  // `network` tells networks apart, by eight characters of a keyed digest.
  ...part(`${result}.entries[].details`, 'by', 'device', 'inARow', 'network').slice(1),
  ...part(`${result}.entries[].subject`, 'email', 'id', 'name').slice(1),
  ...part(`${result}.earlier`, 'items', 'total'),
  ...part(`${result}.earlier.items[]`, 'createdAt', 'id', 'name', 'outcome', 'projectType', 'status').slice(1),
  ...part(`${result}.estimate`, ...listedFields),
  ...part(`${result}.photos[]`, 'height', 'id', 'width'),
  ...part(
    `${result}.items[]`,
    ...listedFields,
    'assigneeEmail',
    'assigneeName',
    'followUpOn',
    'outcome',
    'photos',
    'version',
    ...proposalFields,
  ),
  ...part(`${result}.statuses`, 'in_progress', 'new'),
  ...part(result, 'at', 'day', 'due', 'duty', 'followUps', 'mine', 'unassigned').slice(1),
  ...part(`${result}.failedEmails`, 'items', 'total'),
  ...part(
    `${result}.visits[]`,
    ...visitFields,
    ...['bestTime', 'email', 'estimateId', 'name', 'phone', 'projectType', 'version'],
  ),
  ...part(`${result}.work.visit`, ...visitFields).slice(1),
  ...['visits[]', 'work.visit'].flatMap((path) => part(`${result}.${path}.assignee`, 'email', 'id', 'name').slice(1)),
  `${result}.followUpDays`,
  ...todaySections.flatMap((name) => part(`${result}.sections.${name}`, 'items', 'total')),
  ...part(`${result}.sections`),
  ...['mine', 'unassigned'].flatMap((name) => part(`${result}.sections.${name}.items[]`, ...todayFields).slice(1)),
  ...part(`${result}.sections.mine.items[].assignee`, 'email', 'id', 'name').slice(1),
  ...['budgets', 'outcomes', 'types'].flatMap((name) => part(`${result}.${name}[]`, ...countFields, 'value')),
  ...part(`${result}.weeks[]`, ...countFields, 'closed', 'contacted', 'from', 'medianMs', 'to'),
  ...part(`${result}.firstTouch`, 'landingPath', 'referrerHost', 'utmCampaign', 'utmMedium'),
  `${result}.otherSources`,
  ...part(result, 'askedAt', 'problem').slice(1),
  ...part(`${result}.sources[]`, 'lost', 'proposals', 'requests', 'source', 'won', 'wonCents'),
  ...part(`${result}.stages[]`, 'contacted', 'proposals', 'requests', 'value', 'won'),
  ...['priced', 'wonPriced'].flatMap((name) => part(`${result}.stages[].${name}`, 'cents', 'count')),
  ...['assignees[].proposals', 'proposals', 'proposals.agreed', 'weeks[].proposals'].flatMap((name) =>
    part(`${result}.${name}`, 'inTime', 'judged'),
  ),
  ...part(`${result}.proposals`, 'medianMs', 'notNeeded', 'sent').slice(1),
  `${result}.byPhone`,
  ...part(
    `${result}.before`,
    'closed',
    'contacted',
    'from',
    'lost',
    'medianMs',
    'percentile90Ms',
    'to',
    'total',
    'won',
  ),
  ...part(`${result}.before.total`, ...countFields).slice(1),
  ...part(`${result}.total`, ...countFields).slice(1),
  ...part(
    `${result}.timeline[]`,
    ...changeFields,
    'byId',
    'caller',
    'cents',
    'channel',
    'contactId',
    'mail',
    'note',
    'reasons',
    'sentOn',
    'source',
    'state',
    'text',
    'what',
  ),
  ...part(`${result}.timeline[].changes[]`, ...detailFields),
  ...part(`${result}.user`, 'email', 'id', 'identities', 'role'),
  ...part(`${result}.user.identities[]`, 'email', 'provider').slice(1),
  ...part(`${result}.work`, ...workFields),
  ...part(`${result}.work.assignee`, 'email', 'id', 'name').slice(1),
  ...part(`${result}.work.quarantine`, 'isSpam', 'reasons').slice(1),
].toSorted((a, b) => (a < b ? -1 : 1))

/** A visitor's request, and its repetition. */
async function bothRequests() {
  const [first, again] = await test.database.read.projectEstimate.findMany({
    where: { quarantinedAt: null },
    orderBy: { createdAt: 'asc' },
  })
  if (!first || !again) throw new Error('There are too few requests.')
  return [first, again] as const
}

/** The list, a change of each kind, two refusals, the page and the report, as a staff member gets them. */
async function workedRequest(staff: ReturnType<ReturnType<typeof browsers>>): Promise<LightMyRequestResponse[]> {
  const [{ id }, again] = await bothRequests()
  const quarantine = await test.database.read.projectEstimate.findFirstOrThrow({
    where: { NOT: { quarantinedAt: null } },
  })
  const { id: assigneeId } = await test.database.read.user.findFirstOrThrow({ where: { role: 'admin' } })
  await staff.call('auth.signIn', { email: 'boss@mail.example', password: goodPassword })
  const call = { requestKey: randomUUID(), calledAt: test.clock.now().toISOString(), caller: 'Her son' }
  const phoneEstimate = await staff.call('estimates.addPhoneEstimate', { ...answers, ...call })
  const phoneId = phoneEstimate.json().result.data.id
  const { timeline } = (await staff.query('estimates.get', { id: phoneId })).json().result.data
  const { id: contactId } = timeline.find(({ kind }: { kind: string }) => kind === 'contact')
  await test.database.transaction((transaction) =>
    storeTestPhoto(transaction, { estimateId: id, createdAt: test.clock.now() }),
  )
  await storeVisit(test.database, { estimateId: phoneId, assigneeId, startsAt: test.clock.now() })
  return [
    await staff.call('estimates.setStatus', { id, version: 1, status: 'in_progress' }),
    await staff.call('estimates.setOutcome', { id, version: 2, outcome: 'lost', reason: 'Too expensive' }),
    await staff.call('estimates.assign', { id, version: 3, assigneeId }),
    await staff.call('estimates.setFollowUp', { id, version: 4, followUpOn: '2026-02-01' }),
    await staff.call('estimates.addNote', { id, entryKey: randomUUID(), text: 'A note.' }),
    await staff.call('estimates.logContact', { id, entryKey: randomUUID(), channel: 'call', note: 'Wants oak.' }),
    await staff.call('estimates.setStatus', { id, version: 1, status: 'new' }),
    await staff.call('estimates.editDetails', { id: again.id, version: 1, ...answers }),
    await staff.call('estimates.assign', { id, version: 5, assigneeId: id }),
    await staff.call('estimates.confirmSpam', { id, version: 5 }),
    await staff.query('estimates.get', { id: quarantine.id }),
    await staff.call('estimates.release', { id: quarantine.id, version: 1 }),
    await staff.call('estimates.bulkChange', {
      estimates: [
        { id: again.id, version: 2 },
        { id, version: 1 },
      ],
      change: { kind: 'status', status: 'completed' },
    }),
    await staff.call('estimates.undoBulkChange', { estimates: [{ id: again.id, version: 3 }] }),
    await staff.call('savedViews.create', { name: 'Urgent', shared: true, search: { urgent: true } }),
    await staff.query('savedViews.list', undefined),
    await staff.query('estimates.list', {}),
    phoneEstimate,
    await staff.call('estimates.assign', { id: phoneId, version: 1, assigneeId }),
    await staff.call('estimates.logProposal', {
      ...{ id: phoneId, version: 2, channel: 'email', cents: 4_850_000 },
      sentOn: newYorkDay(test.clock.now()),
    }),
    await staff.call('estimates.undoBulkChange', { estimates: [{ id: phoneId, version: 3 }] }),
    await staff.call('estimates.moveProposal', { id: phoneId, version: 4, dueOn: '2026-01-12', reason: 'visit' }),
    await staff.call('estimates.withdrawContact', { id: phoneId, version: 5, contactId }),
    await staff.query('estimates.get', { id: phoneId }),
    await staff.query('estimates.get', { id }),
    await staff.query('estimates.get', { id: again.id }),
    await staff.query('reviews.state', { id }),
    await staff.query('estimates.counts', {}),
    await staff.query('estimates.assignees', undefined),
    await staff.query('estimates.findEarlier', { email: '', phone: '646 555 0199' }),
    await staff.call('estimates.createExport', {}),
    await staff.query('reports.overview', { from: '2026-01-01', to: '2026-01-31' }),
    await staff.query('admin.today', undefined),
    await staff.query('admin.todayCounts', undefined),
    await staff.query('people.list', undefined),
    await staff.query('people.log', {}),
  ]
}

it('C4 no response has a field beyond these: no hash, no digest, no token, no id of a session', async () => {
  const newBrowser = browsers(test)
  const [boss, visitor] = [newBrowser(), newBrowser()]
  const email = 'boss@mail.example'
  const answers: LightMyRequestResponse[] = []
  const note = (answer: LightMyRequestResponse) => answers.push(answer)

  const form = await visitor.call('estimates.openForm', undefined)
  note(form)
  note(await visitor.call('estimates.submit', estimateInput()))
  note(await visitor.call('estimates.submit', estimateInput({ name: 'A Bot', remarks: 'x' })))
  await confirmedAccount(test, boss, email)
  note(await boss.session())
  note(await visitor.session())
  note(await boss.call('auth.refresh', undefined))
  note(await visitor.call('auth.refresh', undefined))
  note(await boss.call('auth.changePassword', { currentPassword: goodPassword, newPassword: otherPassword }))
  note(await visitor.call('auth.signUp', { email, password: goodPassword }))
  note(await visitor.call('auth.signUp', { email, password: 'weak' }))
  note(await visitor.call('auth.signUp', { email, password: goodPassword, role: 'admin' }))
  test.clock.advance(2 * 60_000)
  note(await visitor.call('auth.requestPasswordReset', { email }))
  note(await visitor.call('auth.resendConfirmation', { email }))
  note(await visitor.call('auth.confirmEmail', { token: 'none' }))
  note(await visitor.call('auth.signIn', { email, password: goodPassword }))
  note(await visitor.call('auth.signIn', { email, password: otherPassword }))
  const token = await mailedToken(test, email)
  note(await boss.query('account.sessions'))
  note(await boss.call('account.endSession', { id: 'x'.repeat(43) }))
  note(
    await boss.call('account.requestEmailChange', { newEmail: 'chief@mail.example', currentPassword: otherPassword }),
  )
  note(await boss.query('account.emailChange'))
  const changeToken = await mailedToken(test, 'chief@mail.example')
  note(await boss.call('auth.undoEmailChange', { token: changeToken }))
  note(await visitor.call('auth.resetPassword', { token, password: goodPassword }))
  note(await visitor.call('auth.signOut', undefined))
  test.clock.advance(3_000)
  const again = { name: 'Ada again', requestKey: randomUUID(), formToken: form.json().result.data.token }
  note(await visitor.call('estimates.submit', estimateInput(again)))
  note(await test.app.inject({ url: '/api/trpc/estimates.list?input=%7B%7D', headers: {} }))
  note(await test.app.inject({ url: '/api/trpc/nothing' }))
  for (const answer of await workedRequest(boss)) note(answer)

  const keys = [...new Set(answers.flatMap((answer) => keysOf(answer.json())))].toSorted((a, b) => (a < b ? -1 : 1))
  expect(keys).toEqual(expectedKeys)
  const bodies = answers.map(({ body }) => body).join('\n')
  const users = await test.database.read.user.findMany()
  const sessions = await test.database.read.session.findMany()
  const estimates = await test.database.read.projectEstimate.findMany()
  const events = await test.database.read.estimateEvent.findMany({ where: { NOT: { entryKey: null } } })
  expect(events).toHaveLength(2)
  const secrets = [
    ...users.flatMap(({ passwordHash, pendingDigest }) => [passwordHash, pendingDigest]),
    ...sessions.flatMap(({ id, accessDigest, refreshDigest }) => [id, accessDigest, refreshDigest]),
    ...estimates.flatMap(({ requestKey, valuesDigest, senderDigest }) => [requestKey, valuesDigest, senderDigest]),
    ...events.map(({ entryKey }) => entryKey),
    ...sessions.map(({ network }) => network),
    token,
    changeToken,
  ]
  for (const secret of secrets) if (secret) expect(bodies).not.toContain(secret)
})

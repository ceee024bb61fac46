import { randomUUID } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { appRouter } from '#server/trpc/router.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import { firstDraft } from '#shared/company-draft.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { answers } from '#tests/support/estimates/answers.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { goodPassword, otherPassword } from './accounts.ts'
import type { TestApp } from './test-app.ts'

/** One thing that the API does, by what calls it. */
export type ApiAddress = {
  /** A procedure's path, or the method and path of a route that is no procedure. */
  readonly name: string
  readonly kind: 'query' | 'mutation' | 'subscription' | 'download' | 'upload'
}

/** Its parameter stands for the procedures. */
const procedureRoute = '/api/trpc/:path'

/** Lists everything below /api that a server answers: each procedure of the router, and each route that is none. */
export function apiAddresses(app: FastifyInstance): ApiAddress[] {
  // The procedures by their paths, which the types do not say.
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: ApiAddress['kind'] } }>
  const others = routePaths(app).filter((path) => path.startsWith('/api') && path !== procedureRoute)
  return [
    ...Object.entries(procedures).map(([name, { _def }]) => ({ name, kind: _def.type })),
    ...others.flatMap((path) =>
      (
        [
          ['PUT', 'upload'],
          ['GET', 'download'],
        ] as const
      ).flatMap(([method, kind]) => (app.hasRoute({ method, url: path }) ? { name: `${method} ${path}`, kind } : [])),
    ),
  ]
}

/** The paths of all routes, read from the tree that Fastify prints: a line continues the path of the one it hangs from. */
export function routePaths(app: FastifyInstance): string[] {
  const parents: { readonly column: number; readonly path: string }[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, segment = ''] = /── (\S+)/.exec(line) ?? []
      const column = line.indexOf('──')
      if (column === -1) return []
      while ((parents.at(-1)?.column ?? -1) >= column) parents.pop()
      const path = `${parents.at(-1)?.path ?? ''}${segment}`
      parents.push({ column, path })
      return [path]
    })
}

/** What is in it is no photo. */
const photoForm = '--b\r\ncontent-disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\nx\r\n--b--\r\n'

/** Of a file that does not exist. */
const withParameters = (path: string) => path.replace(':id', randomUUID()).replace(':size', 'small')

/**
 * Calls an address as a browser with these headers would. A download and an upload take the fields of their input as their
 * query.
 */
export function callAddress(
  server: TestApp,
  { name, kind }: ApiAddress,
  input: unknown,
  headers: Record<string, string>,
): Promise<LightMyRequestResponse> {
  if (kind === 'mutation') return server.call(name, input, headers)
  if (kind === 'download')
    return server.app.inject({
      url: withParameters(name.replace('GET ', '')),
      query: input as Record<string, string>,
      headers,
    })
  if (kind === 'upload')
    return server.app.inject({
      method: 'PUT',
      url: withParameters(name.replace('PUT ', '')),
      query: input as Record<string, string>,
      headers: {
        ...headers,
        'content-type': name.includes('photos') ? 'multipart/form-data; boundary=b' : 'application/pdf',
      },
      payload: name.includes('photos') ? photoForm : '%PDF-1.7\n%%EOF\n',
    })
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`
  return server.app.inject({ url: `/api/trpc/${name}${query}`, headers })
}

/** The status of an answer, also of a stream, which says in its first words what is wrong. */
export function statusOf({ kind }: ApiAddress, { statusCode, body }: LightMyRequestResponse): number {
  return kind === 'subscription' ? Number(/"httpStatus":(\d+)/.exec(body)?.[1]) : statusCode
}

/** The fields that visitors and staff type. */
type Typed = Record<'name' | 'email' | 'phone' | 'projectDescription' | 'location' | 'specificRequirements', string>

const visitTimes = { day: newYorkDay(new TestClock().now()), from: '10:00', to: '11:00' }

const proposalDraft = ({ projectDescription: note, location: starts, name: text }: Typed) => ({
  ...{ lines: [{ text, cents: 100 }], note, starts, duration: 'a week', validUntil: '2026-02-01', remind: true },
})

const credential = { id: 'AQ', rawId: 'AQ', type: 'public-key' }
const passkeyResponse = { ...credential, response: { clientDataJSON: 'e30', authenticatorData: 'AQ', signature: 'AQ' } }
const newPasskeyResponse = { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'AQ' } }

/**
 * An input that each address takes; undefined where it takes none.
 *
 * @param id of the estimate that the staff's procedures are about
 */
export function validInputs(typed: Typed, id: string): Record<string, unknown> {
  const token = 'a'.repeat(43)
  const version = 1
  const { email, name: q } = typed
  return {
    'auth.session': undefined,
    'auth.signUp': { email, password: goodPassword },
    'auth.signIn': { email, password: goodPassword },
    'auth.verifySecondFactor': { code: '123456' },
    'auth.passkeyOptions': { afterPassword: false },
    'auth.signInByPasskey': { response: passkeyResponse },
    'auth.signOut': undefined,
    'auth.refresh': undefined,
    'auth.confirmEmail': { token },
    'auth.resendConfirmation': { email },
    'auth.requestPasswordReset': { email },
    'auth.resetPassword': { token, password: goodPassword },
    'auth.openInvitation': { token },
    'auth.setName': { name: 'Ana Ruiz' },
    'auth.changePassword': { currentPassword: goodPassword, newPassword: otherPassword },
    'auth.confirmEmailChange': { token },
    'auth.undoEmailChange': { token },
    'account.emailChange': undefined,
    'account.requestEmailChange': { newEmail: `new-${email}`, currentPassword: goodPassword },
    'account.resendEmailChange': undefined,
    'account.withdrawEmailChange': undefined,
    'account.sessions': undefined,
    'account.endSession': { id: 'a'.repeat(43) },
    'account.endOtherSessions': undefined,
    'estimates.openForm': undefined,
    'estimates.submit': estimateInput(typed),
    'estimates.list': { q },
    'estimates.counts': { q },
    'estimates.assignees': undefined,
    'estimates.leadSources': undefined,
    'estimates.get': { id },
    'estimates.findEarlier': { email, phone: typed.phone },
    'estimates.changes': {},
    'estimates.createExport': { q },
    'estimates.setStatus': { id, version, status: 'completed' },
    'estimates.setOutcome': { id, version, outcome: 'lost', reason: typed.specificRequirements },
    'estimates.assign': { id, version, assigneeId: null },
    'estimates.setFollowUp': { id, version, followUpOn: '2026-02-01' },
    'estimates.logProposal': { id, version, channel: 'email', sentOn: newYorkDay(new TestClock().now()), cents: 100 },
    'estimates.moveProposal': { id, version, dueOn: '2026-02-01', reason: 'other', text: typed.projectDescription },
    'estimates.resume': { id, version },
    'estimates.skipProposal': { id, version, reason: typed.projectDescription },
    'estimates.addPhoneEstimate': {
      ...answers,
      ...typed,
      requestKey: randomUUID(),
      calledAt: new TestClock().now().toISOString(),
      note: typed.projectDescription,
    },
    'estimates.editDetails': { id, version, ...answers, ...typed },
    'estimates.bulkChange': { estimates: [{ id, version }], change: { kind: 'release' } },
    'estimates.undoBulkChange': { estimates: [{ id, version }] },
    'estimates.sendEmailAgain': { id, messageId: randomUUID(), entryKey: randomUUID() },
    'estimates.release': { id, version },
    'estimates.confirmSpam': { id, version },
    'estimates.addNote': { id, entryKey: randomUUID(), text: typed.projectDescription },
    'estimates.withdrawContact': { id, version, contactId: id },
    'estimates.logContact': { id, entryKey: randomUUID(), channel: 'call', note: typed.projectDescription },
    'visits.save': { id, version, sequence: null, ...visitTimes, place: typed.location, assigneeId: id },
    'visits.callOff': { id, version, sequence: 0 },
    'visits.complete': { id, version, sequence: 0 },
    'visits.overlaps': { id, ...visitTimes, assigneeId: id },
    'reviews.state': { id },
    'reviews.ask': { id, entryKey: randomUUID() },
    'savedViews.list': undefined,
    'savedViews.create': { name: q, shared: true, search: { q } },
    'savedViews.change': { id, name: q },
    'savedViews.remove': { id },
    'admin.today': undefined,
    'admin.todayCounts': undefined,
    'installation.firstDay': undefined,
    'installation.declineLine': { id: 'backup', declined: true },
    'installation.lastBackup': undefined,
    'installation.mailState': {},
    'notifications.set': { name: 'digest', on: false },
    'notifications.sendTest': undefined,
    'notifications.settings': undefined,
    'notifications.device': undefined,
    'notifications.setDevice': { device: null },
    'notifications.testDevice': undefined,
    'calendar.feed': undefined,
    'calendar.setFeed': { on: true },
    'people.list': undefined,
    'people.invite': { email: 'new@mail.example', name: 'Ben', role: 'staff' },
    'people.inviteAgain': { userId: id },
    'people.withdraw': { userId: id },
    'people.changeRole': { userId: id, seenRole: 'staff', role: 'admin' },
    'people.openEstimates': { userId: id },
    'people.revoke': { userId: id, seenRole: 'staff', successorId: null },
    'people.log': {},
    'privacy.rules': undefined,
    'privacy.person': { id },
    'privacy.createPersonExport': { id, estimateIds: [id], format: 'text' },
    'privacy.erasePerson': { id, estimateIds: [id], otherIds: [], confirmation: 'ERASE' },
    'privacy.eraseAccount': { userId: id, confirmation: email },
    'privacy.colleagues': undefined,
    'company.read': undefined,
    'company.save': { revision: 0, company: { ...firstDraft(), otherWork: typed.projectDescription } },
    'company.publish': { revision: 0 },
    'company.back': { number: 1 },
    'company.preview': { revision: 0 },
    'privacy.retention': undefined,
    'privacy.previewRetention': { completedMonths: 24, spamMonths: null },
    'privacy.setRetention': { completedMonths: 24, spamMonths: 6, seen: { completedMonths: 24, spamMonths: 6 } },
    'proposals.list': { id },
    'proposals.save': { id, proposalId: null, revision: 1, draft: proposalDraft(typed) },
    'proposals.discard': { id, proposalId: id, revision: 1 },
    'proposals.removeFile': { id, proposalId: id, revision: 1 },
    'proposals.send': { id, version, proposalId: id, revision: 1 },
    'proposals.withdraw': { id, version, proposalId: id },
    'reports.overview': { from: '2026-01-01', to: '2026-01-31' },
    'secondFactor.state': undefined,
    'secondFactor.prove': { password: goodPassword },
    'secondFactor.passkeyProofOptions': undefined,
    'secondFactor.proveByPasskey': { response: passkeyResponse },
    'secondFactor.beginApp': undefined,
    'secondFactor.confirmApp': { code: '123456' },
    'secondFactor.removeApp': undefined,
    'secondFactor.newPasskeyOptions': undefined,
    'secondFactor.addPasskey': { name: typed.name, response: newPasskeyResponse },
    'secondFactor.removePasskey': { id },
    'secondFactor.makeRecoveryCodes': undefined,
    'secondFactor.setDuty': { duty: 'nobody' },
    'secondFactor.reset': { userId: id },
    'GET /api/export/estimates.csv': { ticket: q },
    'GET /api/export/person': { ticket: q },
    'GET /api/company-photos/:id': { q },
    'PUT /api/company-photos/:id': { q },
    'GET /api/photos/:id/:size': { download: '' },
    'PUT /api/form-photos/:id': { key: randomUUID() },
    'PUT /api/proposals/:id/file': { name: q, revision: '1' },
  }
}

import { expect, test } from 'vitest'
import { newYorkDay } from '#shared/calendar-days.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { exportUrl } from '#tests/support/server/export-url.ts'
import { readCsv } from '#tests/support/server/read-csv.ts'
import { signedIn } from '#tests/support/server/sessions.ts'
import { siteWithStaff } from '#tests/support/server/site-with-staff.ts'

const site = siteWithStaff()

async function call(path: string, input: unknown, headers: Record<string, string> = site.staff.headers) {
  const response = await site.server.call(path, input, headers)
  expect([path, response.statusCode]).toEqual([path, 200])
  return response.json().result.data
}
async function query(path: string, input: unknown = {}) {
  const url = `/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`
  return (await site.server.app.inject({ url, headers: site.staff.headers })).json().result.data
}

test('a name is shown to colleagues wherever the account was, and old timeline entries keep what they said', async () => {
  const { server, staff } = site
  const id = await storeEstimate(server)
  await call('estimates.addNote', { id, text: 'Before the name' })
  server.clock.advance(1)
  await call('estimates.assign', { id, version: 1, assigneeId: staff.userId })

  const session = await call('auth.setName', { name: '  Ana Ruiz ' })
  expect(session.user).toMatchObject({ name: 'Ana Ruiz', email: 'staff@mail.example' })
  expect((await query('auth.session')).user.name).toBe('Ana Ruiz')
  server.clock.advance(1)
  await call('estimates.addNote', { id, text: 'With the name' })
  server.clock.advance(1)
  await call('estimates.assign', { id, version: 2, assigneeId: null })
  server.clock.advance(1)
  const { timeline, work } = await call('estimates.assign', { id, version: 3, assigneeId: staff.userId })
  expect(work.assignee).toEqual({ id: staff.userId, email: 'staff@mail.example', name: 'Ana Ruiz' })
  const told = timeline.filter(({ kind }: { kind: string }) => kind === 'note' || kind === 'assigned')
  expect(told).toMatchObject([
    { kind: 'note', by: 'staff@mail.example' },
    { kind: 'assigned', by: 'staff@mail.example', to: 'staff@mail.example' },
    { kind: 'note', by: 'Ana Ruiz' },
    { kind: 'assigned', by: 'Ana Ruiz', from: 'Ana Ruiz', to: null },
    { kind: 'assigned', by: 'Ana Ruiz', from: null, to: 'Ana Ruiz' },
  ])

  const named = { assigneeEmail: 'staff@mail.example', assigneeName: 'Ana Ruiz' }
  expect((await query('estimates.list', {})).items).toMatchObject([named])
  expect(await query('estimates.assignees')).toContainEqual(work.assignee)
  await call('estimates.setFollowUp', { id, version: 4, followUpOn: newYorkDay(server.clock.now()) })
  const { sections } = await query('admin.today')
  const [today] = Object.values<{ items: { assignee: unknown }[] }>(sections).flatMap(({ items }) => items)
  expect(today?.assignee).toEqual(work.assignee)

  const admin = await signedIn(server, { role: 'admin' })
  const url = await exportUrl(server, admin.headers)
  const [headings = [], row = []] = readCsv(
    (await server.app.inject({ url, headers: admin.headers })).body.replace(/^\uFEFF/, ''),
  )
  const cell = (heading: string) => row[headings.indexOf(heading)]
  expect(cell('Assigned to')).toBe('Ana Ruiz')
  expect(cell('Notes and contacts')).toMatch(/staff@mail\.example: Before the name\n.*Ana Ruiz: With the name$/)
})

test('a name has 1 to 100 characters in one line, and is cut to fit', async () => {
  const { server, staff } = site
  for (const name of ['', '   ', 'Ana\nRuiz', 'Ana\u0000', 5, undefined])
    expect((await server.call('auth.setName', { name }, staff.headers)).statusCode).toBe(400)
  expect((await call('auth.setName', { name: 'a'.repeat(120) })).user.name).toBe('a'.repeat(100))
})

test('the audit log tells that somebody with a role changed their name, without either name', async () => {
  const { server } = site
  const [colleague, visitor] = [await signedIn(server, { role: 'staff' }), await signedIn(server)]
  await call('auth.setName', { name: 'Ben' }, colleague.headers)
  await call('auth.setName', { name: 'Ben' }, colleague.headers)
  await call('auth.setName', { name: 'Vi' }, visitor.headers)
  const entries = await server.database.read.auditEntry.findMany({
    where: { actorId: { in: [colleague.userId, visitor.userId] } },
  })
  expect(entries).toMatchObject([{ kind: 'person.name-changed', actorEmail: colleague.email, details: '{}' }])
})

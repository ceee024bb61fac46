import { expect, it } from 'vitest'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { signedIn } from '#tests/support/server/sessions.ts'
import { siteWithStaff } from '#tests/support/server/site-with-staff.ts'

const site = siteWithStaff()
let lastAdmin = 0

async function signedInAdmin() {
  lastAdmin += 1
  return await signedIn(site.server, { email: `admin${lastAdmin}@mail.example`, role: 'admin' })
}

async function link(input: unknown, headers: Record<string, string>) {
  const response = await site.server.call('privacy.createPersonExport', input, headers)
  return { status: response.statusCode, url: response.json().result?.data?.url as string }
}

const get = (url: string, headers: Record<string, string>) => site.server.app.inject({ url, headers })

const visitor = { name: 'Ida Berg', email: 'ida@mail.example', phone: '(347) 555-0111' }

it('hands out everything about a person as JSON, once, to an administrator', async () => {
  const { server, staff } = site
  const admin = await signedInAdmin()
  const [first, second] = [await storeEstimate(server, visitor), await storeEstimate(server, visitor)]
  await server.call('estimates.addNote', { id: first, text: 'Has a dog' }, staff.headers)
  const { url } = await link({ id: first, estimateIds: [first, second], format: 'json' }, admin.headers)
  const response = await get(url, admin.headers)
  expect(response.headers['content-disposition']).toMatch(/^attachment; filename="personal-data-[\d-]+\.json"$/)
  const data = response.json()
  expect(data.requests).toHaveLength(2)
  expect(data.requests[0]).toMatchObject({ ...visitor, location: expect.any(String) })
  expect(data.requests[0].timeline).toContainEqual(expect.objectContaining({ kind: 'note', text: 'Has a dog' }))
  // Our own people are not the visitor's data.
  expect(response.body).not.toContain(staff.email)

  expect((await get(url, admin.headers)).statusCode).toBe(400)
  const events = await server.database.read.estimateEvent.count({
    where: { actorId: admin.userId, kind: 'handed_out' },
  })
  expect(events).toBe(2)
  const entry = await server.database.read.auditEntry.findFirst({
    where: { kind: 'visitor.exported', actorId: admin.userId },
  })
  expect(entry?.details).toBe('{"requests":2,"format":"json"}')
  expect(server.log()).not.toContain(visitor.email)
})

it('hands it out as text that a person can read', async () => {
  const admin = await signedInAdmin()
  const id = await storeEstimate(site.server, { ...visitor, projectDescription: 'Two\nlines' })
  await site.server.call('estimates.logContact', { id, channel: 'call', note: 'Wants oak' }, admin.headers)
  const { url } = await link({ id, estimateIds: [id], format: 'text' }, admin.headers)
  const { body, headers } = await get(url, admin.headers)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  for (const line of [
    '  Full Name: Ida Berg',
    '  Phone Number: (347) 555-0111',
    'We called\n      Wants oak',
    'We received your request',
  ])
    expect(body).toContain(line)
  expect(body).not.toContain(admin.email)
})

it('refuses the staff, another session, a link that was tampered with, and requests of others', async () => {
  const { server, staff } = site
  const [admin, other] = [await signedInAdmin(), await signedInAdmin()]
  const id = await storeEstimate(server, visitor)
  const stranger = await storeEstimate(server, { email: 'else@mail.example', phone: null })
  const input = { id, estimateIds: [id], format: 'json' }
  expect((await link(input, staff.headers)).status).toBe(403)
  const { url } = await link(input, admin.headers)
  expect((await get(url, other.headers)).statusCode).toBe(400)
  expect((await get(url.replace(/ticket=../, 'ticket=AA'), admin.headers)).statusCode).toBe(400)
  expect((await get(url, {})).statusCode).toBe(401)
  const ofOther = await link({ ...input, estimateIds: [id, stranger] }, admin.headers)
  expect((await get(ofOther.url, admin.headers)).statusCode).toBe(409)
  server.clock.advance(61_000)
  expect((await get(url, admin.headers)).statusCode).toBe(400)
})

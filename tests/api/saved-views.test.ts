import { beforeEach, expect, test } from 'vitest'
import { type SavedView, savedViewLimits } from '#shared/estimates/saved-views.ts'
import { errorOf } from '#tests/support/server/accounts.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { siteWithStaff } from '#tests/support/server/site-with-staff.ts'

const site = siteWithStaff()
let tom: SignedIn
let admin: SignedIn

beforeEach(async () => {
  await site.server.database.transaction(({ savedView }) => savedView.deleteMany())
  tom ??= await signedIn(site.server, { email: 'tom@mail.example', role: 'staff' })
  admin ??= await signedIn(site.server, { email: 'admin@mail.example', role: 'admin' })
})

const kitchens = {
  name: 'Kitchens',
  shared: false,
  search: { type: 'kitchen-remodel', sort: 'budget', view: 'compact' },
}

const send = (procedure: string, input: object, person: SignedIn = site.staff) =>
  site.server.call(`savedViews.${procedure}`, input, person.headers)

async function list(person: SignedIn = site.staff): Promise<SavedView[]> {
  const answer = await site.server.app.inject({ url: '/api/trpc/savedViews.list', headers: person.headers })
  expect(answer.statusCode).toBe(200)
  return answer.json().result.data
}

async function create(view: object = {}, person: SignedIn = site.staff): Promise<SavedView> {
  const answer = await send('create', { ...kitchens, ...view }, person)
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.json().result.data
}

const namesOf = (views: readonly SavedView[]) => views.map(({ name }) => name)

test('a saved view is stored with its filters, sort and look, and listed by name', async () => {
  const created = await create()
  expect(created).toEqual({ ...kitchens, id: expect.any(String), owner: null, mayChange: true })
  await create({ name: 'ångström' })
  await create({ name: 'Baths 10' })
  await create({ name: 'baths 9' })
  expect(namesOf(await list())).toEqual(['ångström', 'baths 9', 'Baths 10', 'Kitchens'])
  expect(await list()).toContainEqual(created)
})

test('a saved view is seen and found by its owner alone unless it is shared, also by an administrator', async () => {
  const { id } = await create({ name: 'Own' })
  for (const person of [tom, admin]) expect((await send('change', { id, name: 'Mine' }, person)).statusCode).toBe(404)
  const shared = await create({ name: 'For all', shared: true })
  expect(await list(tom)).toEqual([{ ...shared, owner: 'staff@mail.example', mayChange: false }])
  expect(await list(admin)).toEqual([{ ...shared, owner: 'staff@mail.example', mayChange: true }])
})

test('a saved view can be renamed, replaced, shared and deleted by its owner', async () => {
  const { id } = await create()
  const change = async (changes: object) => (await send('change', { id, ...changes })).json().result.data
  expect(await change({ name: 'Kitchen jobs' })).toMatchObject({ name: 'Kitchen jobs', search: kitchens.search })
  expect(await change({ search: { q: 'oak' } })).toMatchObject({ name: 'Kitchen jobs', search: { q: 'oak' } })
  expect(await change({ shared: true })).toMatchObject({ shared: true, search: { q: 'oak' } })
  expect(namesOf(await list(tom))).toEqual(['Kitchen jobs'])
  expect((await send('remove', { id })).statusCode).toBe(200)
  expect(await list()).toEqual([])
  expect((await send('remove', { id })).statusCode).toBe(404)
})

test('a saved view can be changed by an administrator if it is shared, but not by other colleagues', async () => {
  const { id } = await create({ shared: true })
  for (const [procedure, input] of [
    ['change', { id, name: 'Mine now' }],
    ['remove', { id }],
  ] as const)
    expect(errorOf(await send(procedure, input, tom))).toMatchObject({
      status: 403,
      message: 'Only the person who saved this view, or an administrator, can change it.',
    })
  expect((await send('change', { id, name: 'Tidied' }, admin)).statusCode).toBe(200)
  expect((await send('change', { id, shared: false }, admin)).statusCode).toBe(403)
  expect((await send('remove', { id }, admin)).statusCode).toBe(200)
})

test('a saved view goes with the account of its owner', async () => {
  const leaver = await signedIn(site.server, { role: 'staff' })
  await create({ shared: true }, leaver)
  await site.server.database.transaction(({ user }) => user.deleteMany({ where: { id: leaver.userId } }))
  expect(await list()).toEqual([])
})

test('a saved view is listed as it was stored even when its filter is no longer valid', async () => {
  const { id } = await create()
  const search = JSON.stringify({ type: 'moon-base', urgent: true })
  await site.server.database.transaction(({ savedView }) => savedView.updateMany({ where: { id }, data: { search } }))
  expect((await list())[0]?.search).toEqual({ type: 'moon-base', urgent: true })
})

test.each([
  ['without a name', { name: '  ' }, 'name'],
  ['with an unknown filter', { search: { colour: 'red' } }, 'search'],
  ['with an invalid filter', { search: { type: 'moon-base' } }, 'search'],
  ['with an unknown sort', { search: { sort: 'name' } }, 'search'],
])('a new view is refused %s', async (_what, wrong, field) => {
  const refused = errorOf(await send('create', { ...kitchens, ...wrong }))
  expect([refused.status, Object.keys(refused.fieldErrors ?? {})]).toEqual([400, [field]])
})

test('a new view is refused when its name is taken among the same people', async () => {
  await create()
  const taken = 'There is already a view with this name.'
  expect(errorOf(await send('create', { ...kitchens, name: 'KITCHENS' }))).toMatchObject({ message: taken })
  await create({ shared: true })
  await create({ name: 'kitchens' }, tom)
  expect((await send('create', { ...kitchens, shared: true }, tom)).statusCode).toBe(400)
  const { id } = await create({ name: 'Baths' })
  expect(errorOf(await send('change', { id, name: 'kitchens' })).fieldErrors).toEqual({ name: [taken] })
  expect((await send('change', { id, name: 'baths' })).statusCode).toBe(200)
})

test('a new view is refused beyond the limit of a person, also by requests at the same moment', async () => {
  const { userId } = site.staff
  const createdAt = site.server.clock.now()
  const row = { ownerId: userId, shared: false, search: '{}', createdAt }
  await site.server.database.transaction(({ savedView }) =>
    savedView.createMany({
      data: Array.from({ length: savedViewLimits.perPerson - 1 }, (_, index) => ({
        ...row,
        id: `view ${index}`,
        name: `View ${index}`,
      })),
    }),
  )
  const answers = await Promise.all(['One', 'Two', 'Three'].map((name) => send('create', { ...kitchens, name })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400])
  expect(await list()).toHaveLength(savedViewLimits.perPerson)
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Person } from '#shared/people.ts'
import { dataAnswer, errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { FakeStream } from '#tests/support/client/fake-stream.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { signIn } from '#tests/support/client/sign-in.ts'

const own = 'maria@mail.example'
const api = staffApi('/admin/people', { email: own, name: 'Maria Santos', role: 'admin' })

const person = (overrides: Partial<Person>): Person => ({
  id: '11111111-1111-4111-8111-111111111111',
  email: own,
  name: 'Maria Santos',
  role: 'admin',
  lastSeenAt: '2026-01-05T15:00:00.000Z',
  secondFactorSince: '2026-01-01T15:00:00.000Z',
  invitation: null,
  isInSettings: true,
  ...overrides,
})
const maria = person({})
const tom = person({
  id: '22222222-2222-4222-8222-222222222222',
  email: 'tom@mail.example',
  name: null,
  role: 'staff',
  lastSeenAt: null,
  secondFactorSince: null,
  isInSettings: false,
})
const ben = person({
  ...tom,
  id: '33333333-3333-4333-8333-333333333333',
  email: 'ben@mail.example',
  name: 'Ben Ito',
  invitation: { at: '2026-01-03T15:00:00.000Z', by: 'Maria Santos', linkUntil: null, isExpired: true },
})

const answerPeople = (people: readonly Person[], duty = 'nobody') =>
  api.answerTo('people.list', dataAnswer({ people, duty, now: '2026-01-05T20:10:00.000Z' }))
beforeEach(() => {
  answerPeople([maria, tom, ben])
  api.answerTo('people.openEstimates', dataAnswer({ open: 3 }))
})
afterEach(() => vi.unstubAllGlobals())

const rowOf = (name: string) => {
  // The header has the user's own name, too.
  const row = screen.getAllByText(name, { selector: 'bdi' }).flatMap((text) => text.closest('li') ?? [])[0]
  if (!row) throw new Error(`${name} has no row`)
  return row
}
const press = async (user: Awaited<ReturnType<typeof renderSite>>['user'], name: string, action: string) => {
  const row = rowOf(name)
  await user.click(within(row).getByText(action, { selector: 'button' }))
  return await screen.findByRole('dialog')
}

describe('the people page', () => {
  it('shows everybody with role, second factor and last use, and open invitations with their age', async () => {
    await renderSite('/admin/people')
    expect(await screen.findByText('2 people with access, 1 open invitation')).toBeTruthy()
    expect(rowOf('Maria Santos').textContent).toMatch(
      /Maria Santos \(you\)maria@mail\.exampleAdministratorset by the installationSecond factor since 4 days agoSeen today/,
    )
    expect(rowOf('tom@mail.example').textContent).toMatch(/^tom@mail\.exampleStaffNo second factorNot seen yet/)
    expect(rowOf('Ben Ito').textContent).toMatch(/Invited 2 days ago by Maria Santos\. The link has expired\./)
  })

  it('invites by address, name and role, and shows a refusal at its field', async () => {
    const { user } = await renderSite('/admin/people')
    await user.click(await screen.findByRole('button', { name: 'Invite a colleague' }))
    const refused = 'This address already has an open invitation. Send it again from the list.'
    api.answerTo('people.invite', errorAnswer('CONFLICT', 409, { email: [refused] }, undefined, refused))
    await user.type(screen.getByLabelText('Email'), 'new@mail.example')
    await user.type(screen.getByLabelText('Name (optional)'), 'New Person')
    await user.click(screen.getByLabelText(/^Administrator/))
    await user.click(screen.getByRole('button', { name: 'Send invitation' }))
    expect(await screen.findByText(refused)).toBeTruthy()
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')

    const email = 'new@mail.example'
    api.answerTo('people.invite', dataAnswer({ outcome: 'role-given', email, name: null }))
    await user.click(screen.getByRole('button', { name: 'Send invitation' }))
    expect(
      await screen.findByText('new@mail.example already had an account. It has the role Administrator now.'),
    ).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    const invitation = { email, name: 'New Person', role: 'admin' }
    expect(inputsOf(api, 'people.invite')).toEqual([invitation, invitation])
  })

  it('hands the open requests over when access is revoked', async () => {
    api.answerTo('people.revoke', dataAnswer({ handedOver: 3 }))
    const { user } = await renderSite('/admin/people')
    await screen.findByText('tom@mail.example')
    await press(user, 'tom@mail.example', 'Revoke access…')
    const successor = await screen.findByLabelText('Who takes over 3 open requests?')
    expect(Array.from(successor.querySelectorAll('option'), ({ textContent }) => textContent)).toEqual([
      'No one yet (unassigned)',
      'Maria Santos',
    ])
    await user.selectOptions(successor, 'Maria Santos')
    await user.click(screen.getByRole('button', { name: 'Revoke access' }))
    expect(await screen.findByText(/signed out everywhere\. 3 open requests handed over\./)).toBeTruthy()
    expect(inputsOf(api, 'people.revoke')).toEqual([{ userId: tom.id, seenRole: 'staff', successorId: maria.id }])
  })

  it('says who has to have a second factor and who has none, and lets an administrator require it', async () => {
    const ana = person({ ...tom, id: '44444444-4444-4444-8444-444444444444', email: 'ana@mail.example', name: 'Ana' })
    answerPeople([maria, tom, ana, ben], 'administrators')
    api.answerTo('secondFactor.setDuty', dataAnswer({ status: 'saved' }))
    const { user } = await renderSite('/admin/people')
    expect(await screen.findByText(/^Administrators need a second factor\./)).toBeTruthy()
    expect(screen.getByText('All of them have one.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Change who needs a second factor' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByLabelText(/^Everyone with a role/))
    expect(dialog.getByText(/It takes effect at once\. tom@mail\.example and Ana have none yet\./)).toBeTruthy()
    answerPeople([maria, tom, ana, ben], 'everybody')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/^Everyone with a role needs a second factor\.$/)).toBeTruthy()
    expect(inputsOf(api, 'secondFactor.setDuty')).toEqual([{ duty: 'everybody' }])
  })

  it('asks for the own address before the own rights are given up, and says why the last administrator stays', async () => {
    const sentence = 'This is the last administrator. Make someone else an administrator first. Nothing was changed.'
    api.answerTo('people.changeRole', errorAnswer('CONFLICT', 409, undefined, undefined, sentence))
    const { user } = await renderSite('/admin/people')
    await screen.findByText('tom@mail.example')
    await press(user, 'Maria Santos', 'Change role…')
    expect(screen.queryByLabelText('Type your email to confirm')).toBeNull()
    await user.click(screen.getByLabelText(/^Staff/))
    expect(screen.getByText(/The server’s setting ADMIN_EMAILS names this address/)).toBeTruthy()
    await user.type(screen.getByLabelText('Type your email to confirm'), own)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(inputsOf(api, 'people.changeRole')).toMatchObject([{ role: 'staff', confirmation: own }])
  })

  it('sends an invitation again and withdraws it', async () => {
    api.answerTo('people.inviteAgain', dataAnswer({ status: 'sent' }))
    api.answerTo('people.withdraw', dataAnswer({ status: 'withdrawn' }))
    const { user } = await renderSite('/admin/people')
    await screen.findByText('Ben Ito')
    await press(user, 'Ben Ito', 'Send again…')
    await user.click(screen.getByRole('button', { name: 'Send again' }))
    expect(await screen.findByText('Ben Ito gets another link.')).toBeTruthy()
    await press(user, 'Ben Ito', 'Withdraw…')
    answerPeople([maria, tom])
    await user.click(screen.getByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByText(/There are none\./)).toBeTruthy()
    for (const name of ['people.inviteAgain', 'people.withdraw'])
      expect(inputsOf(api, name)).toEqual([{ userId: ben.id }])
  })

  it('shows at once what another administrator changed, and loads nothing else for it', async () => {
    vi.stubGlobal('EventSource', FakeStream)
    // Another person, since a dashboard that is open keeps its connection.
    await signIn(api, { email: own, name: 'Maria Santos', role: 'admin' })
    await renderSite('/admin/people')
    await screen.findByText('tom@mail.example')
    answerPeople([maria])
    act(() => FakeStream.last.tell({ people: true }))
    expect(await screen.findByText('1 person with access')).toBeTruthy()
    expect(inputsOf(api, 'estimates.list')).toEqual([])
  })

  it('is neither linked nor asked for without the role of an administrator', async () => {
    await signIn(api, { role: 'staff' })
    await renderSite('/admin/people')
    expect(await screen.findByText('Only administrators see this page')).toBeTruthy()
    const sections = screen.getByRole('navigation', { name: 'Sections' })
    expect(within(sections).queryByRole('link', { name: 'People' })).toBeNull()
    expect(inputsOf(api, 'people.list')).toEqual([])
  })
})

describe('the audit log', () => {
  const entry = (id: string, kind: string, rest: object = {}) => ({
    id,
    at: '2026-01-05T20:10:00.000Z',
    kind,
    actor: { id: maria.id, email: own, name: 'Maria Santos' },
    subject: null,
    details: {},
    ...rest,
  })
  const subject = { id: tom.id, email: 'tom@mail.example', name: null }
  const first = [
    entry('1', 'person.role-changed', { subject, details: { from: 'staff', to: 'admin' } }),
    entry('2', 'sign-in.limited', { actor: null, subject, details: { limit: 'sign-in-streak' } }),
    entry('3', 'person.revoked', { actor: null, subject, details: { from: 'admin', estimates: 2 } }),
    entry('4', 'of.a-newer-version', { details: { unknown: 1 } }),
  ]

  it('says who did what to whom, and loads older entries', async () => {
    api.answerTo('people.log', ({ cursor }) =>
      dataAnswer(
        cursor
          ? { entries: [entry('5', 'sign-in.succeeded', { details: { by: 'passkey' } })], nextCursor: null }
          : { entries: first, nextCursor: '4' },
      ),
    )
    const { user } = await renderSite('/admin/people/log')
    const texts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    await screen.findByText('Role changed', { selector: 'b' })
    expect(texts()).toEqual([
      '3:10 PMRole changed from Staff to Administratortom@mail.example by Maria Santos (maria@mail.example)',
      '3:10 PMToo many failed sign-ins 100 wrong passwords in a rowtom@mail.example',
      '3:10 PMAccess revoked was Administrator, 2 open requests handed overtom@mail.example by the command line',
      '3:10 PMof.a-newer-versionMaria Santos (maria@mail.example)',
    ])
    await user.click(screen.getByRole('button', { name: 'Show older entries' }))
    await waitFor(() => expect(texts().at(-1)).toMatch(/Signed in with a passkeyMaria Santos/))
    expect(screen.getByText('That is all.')).toBeTruthy()
  })

  it('filters by person and kind in the address, and drops an unknown kind', async () => {
    api.answerTo('people.log', dataAnswer({ entries: [], nextCursor: null }))
    const { user, router } = await renderSite(`/admin/people/log?person=${tom.id}&kind=nothing`)
    expect(await screen.findByText('Nothing matches these filters.')).toBeTruthy()
    expect(inputsOf(api, 'people.log')[0]).toMatchObject({ person: tom.id })
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Person').value).toBe(tom.id))
    await user.selectOptions(screen.getByLabelText('What happened'), 'Role changed')
    await waitFor(() =>
      expect(inputsOf(api, 'people.log').at(-1)).toMatchObject({ person: tom.id, kind: 'person.role-changed' }),
    )
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(router.state.location.href).toBe('/admin/people/log'))
    expect(await screen.findByText('Nothing has happened yet.')).toBeTruthy()
  })
})

import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { mergeChanges, rooms } from '#client/features/admin/company/rooms.ts'
import { firstDraft } from '#shared/company-draft.ts'
import { type Company, companySchema } from '#shared/company-schema.ts'
import { dataAnswer, errorAnswer, inputsOf } from '#tests/support/client/fake-api.ts'
import { staffApi } from '#tests/support/client/page-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'

const api = staffApi('/admin/company', { email: 'maria@mail.example', name: 'Maria Santos', role: 'admin' })
const draft = firstDraft()
const services = draft.services.map(({ name }) => name)

function answerRead(overrides: object = {}): void {
  const desk = { draft, revision: 7, changedBy: null, changedAt: null, isPublished: true, versions: [] }
  api.answerTo('company.read', dataAnswer({ ...desk, ...overrides }))
}
beforeEach(() => {
  answerRead()
  return () => vi.unstubAllGlobals()
})

async function openRoom(room: string) {
  const site = await renderSite(`/admin/company?room=${room}`)
  await screen.findByRole('button', { name: 'Save' })
  return site
}
const button = (name: string) => screen.getByRole('button', { name })
const saved = () => inputsOf(api, 'company.save') as { revision: number; company: Company }[]
const entries = () => Array.from(document.querySelectorAll('summary'), ({ textContent }) => textContent)

describe('what two people changed', () => {
  const [first, second, third] = ['Porch', 'Attic', 'Loft'].map((name) => ({ name, text: 'Before.' }))
  const before = [first, second, third]
  const mine = [{ ...first, text: 'Mine.' }, second, third]

  it.each([
    [
      'in different entries',
      [first, second, { ...third, text: 'Theirs.' }],
      [mine[0], second, { ...third, text: 'Theirs.' }],
    ],
    ['in one entry', [{ ...first, place: 'Queens' }, second, third], [{ ...mine[0], place: 'Queens' }, second, third]],
    [
      'in the name of another',
      [first, { ...second, name: 'Deck' }, third],
      [mine[0], { ...second, name: 'Deck' }, third],
    ],
    ['in the order', [second, first, third], mine],
    ['in the number of entries', [second, third], mine],
  ])('in a list is merged, or the later one’s: %s', (_where, theirs, merged) => {
    expect(mergeChanges<unknown>({ list: before }, { list: mine }, { list: theirs })).toEqual({ list: merged })
  })
})

describe('the company page', () => {
  it('has each field of the company in one of its rooms', () => {
    const fields = rooms.flatMap((room) => room.fields)
    expect(new Set<string>(fields)).toEqual(new Set(Object.keys(companySchema.shape)))
    expect(new Set(fields).size).toBe(fields.length)
  })

  it('is for administrators', async () => {
    api.answerTo('company.read', errorAnswer('FORBIDDEN', 403, undefined, 'insufficient_role'))
    await renderSite('/admin/company')
    expect(await screen.findByText('Only administrators see this page')).toBeTruthy()
  })

  it('saves what was typed, with the link that dials the phone number', async () => {
    api.answerTo('company.save', dataAnswer({ revision: 8 }))
    const { user } = await openRoom('company')
    expect(screen.getByLabelText('Legal name')).toHaveProperty('value', draft.legalName)
    const phone = screen.getByLabelText('Phone')
    await user.clear(phone)
    await user.type(phone, '718 555 0101')
    await user.clear(screen.getByLabelText('Page of your license'))
    answerRead({ revision: 8, isPublished: false })
    await user.click(button('Save'))
    expect(await screen.findByText('Saved changes are not on the site yet')).toBeTruthy()
    const [{ revision, company } = { revision: 0, company: draft }] = saved()
    expect(revision).toBe(7)
    expect(company.phone).toEqual({ display: '(718) 555-0101', href: 'tel:+17185550101' })
    expect(company.license.search).toBeUndefined()
    expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull()
  })

  it('lets the first draft be saved as it is, before it is published', async () => {
    answerRead({ revision: 0, isPublished: false })
    api.answerTo('company.save', dataAnswer({ revision: 1 }))
    const { user } = await openRoom('company')
    expect(screen.getByText('This first draft is not saved')).toBeTruthy()
    expect(button('Publish').getAttribute('aria-disabled')).toBe('true')
    answerRead({ revision: 1, isPublished: false })
    await user.click(button('Save'))
    expect(await screen.findByText('Saved changes are not on the site yet')).toBeTruthy()
    expect(button('Publish').getAttribute('aria-disabled')).toBe('false')
  })

  it('moves and removes entries, with the focus where work goes on', async () => {
    const { user } = await openRoom('services')
    expect(entries()).toEqual(services)
    const down = button(`Move ${services[0]} down`)
    await user.click(down)
    expect(entries()).toEqual([services[1], services[0], ...services.slice(2)])
    expect(document.activeElement).toBe(down)
    await user.click(button(`Move ${services[2]} up`))
    await user.click(button(`Remove ${services[3]}`))
    expect(entries()).toEqual([services[1], services[2], services[0]])
    expect(document.activeElement).toBe(button('Add a service'))
    await user.click(button(`Remove ${services[0]}`))
    await user.click(button(`Remove ${services[2]}`))
    // A company has at least one.
    expect(screen.queryByRole('button', { name: `Remove ${services[1]}` })).toBeNull()
  })

  it('adds entries', async () => {
    api.answerTo('company.save', dataAnswer({ revision: 8 }))
    const { user } = await openRoom('services')
    await user.click(button('Add a service'))
    const added = within(screen.getByRole('group', { name: 'service 5' }))
    expect(document.activeElement).toBe(added.getByLabelText('Name'))
    await user.type(added.getByLabelText('Name'), 'Roofs')
    await user.type(added.getByLabelText('Sentence on the card'), 'Flat roofs, done dry.')
    await user.selectOptions(added.getByLabelText('Opens the form with'), 'Roof Replacement')
    await user.click(button('Save'))
    await vi.waitFor(() => expect(saved()).toHaveLength(1))
    expect(saved()[0]?.company.services.at(-1)).toEqual({
      name: 'Roofs',
      text: 'Flat roofs, done dry.',
      projectType: 'roof-replacement',
    })
  })

  it('takes the kind of a project, which it may leave to the drawing', async () => {
    api.answerTo('company.save', dataAnswer({ revision: 8 }))
    const { user } = await openRoom('projects')
    await user.click(button('Add a project'))
    const added = within(screen.getByRole('group', { name: 'project 1' }))
    for (const label of ['Name', 'Place', 'What was done']) await user.type(added.getByLabelText(label), 'Dormer')
    const kind = added.getByLabelText<HTMLSelectElement>('Kind of work')
    expect(kind.selectedOptions[0]?.textContent).toBe('As its drawing')
    await user.selectOptions(kind, 'Home Addition')
    await user.click(button('Save'))
    await vi.waitFor(() => expect(saved()).toHaveLength(1))
    expect(saved()[0]?.company.projects).toMatchObject([{ name: 'Dormer', projectType: 'home-addition' }])
  })

  it('puts a photograph into its entry after that has moved, and nowhere once that is removed', async () => {
    api.answerTo('company.save', dataAnswer({ revision: 8 }))
    let arrive = () => {}
    class Upload {
      upload = { onprogress: (_: { loaded: number; total: number }) => {} }
      status = 0
      responseText = ''
      onloadend = () => {}
      open = () => {}
      getResponseHeader = () => null
      send = () => {
        this.upload.onprogress({ loaded: 1, total: 4 })
        arrive = () => {
          this.status = 200
          this.onloadend()
        }
      }
    }
    vi.stubGlobal('XMLHttpRequest', Upload)
    const { user } = await openRoom('services')
    const entry = (name: string | undefined) => {
      const details = screen.getByText(name ?? '', { selector: 'summary' }).closest('details')
      if (!details) throw new Error(`${name} is no entry.`)
      return details
    }
    const send = async (name: string | undefined) => {
      const input = entry(name).querySelector('input[type="file"]')
      await user.upload(input as HTMLInputElement, new File(['x'], 'front.jpg', { type: 'image/jpeg' }))
      expect(within(entry(name)).getByText('Uploading…')).toBeTruthy()
      expect(within(entry(name)).getByRole('progressbar')).toHaveProperty('value', 25)
    }
    await user.click(screen.getByText(services[0] ?? '', { selector: 'summary' }))
    await send(services[0])
    await user.click(button(`Move ${services[0]} down`))
    await act(async () => arrive())
    expect(within(entry(services[0])).getByLabelText('What it shows')).toBeTruthy()
    expect(within(entry(services[1])).queryByLabelText('What it shows')).toBeNull()

    await user.click(screen.getByText(services[2] ?? '', { selector: 'summary' }))
    await send(services[2])
    await user.click(button(`Remove ${services[2]}`))
    await act(async () => arrive())
    expect(within(entry(services[3])).queryByLabelText('What it shows')).toBeNull()
  })

  it('gives what was switched off back when it is switched on again', async () => {
    const { user } = await openRoom('people')
    await user.click(screen.getByRole('switch', { name: 'Project manager' }))
    await user.type(screen.getByLabelText('Role'), 'Site lead')
    await user.click(screen.getByRole('switch', { name: 'Project manager' }))
    expect(screen.queryByLabelText('Role')).toBeNull()
    await user.click(screen.getByRole('switch', { name: 'Project manager' }))
    expect(screen.getByLabelText('Role')).toHaveProperty('value', 'Site lead')
  })

  it('asks for the day on which the client of a testimonial agreed', async () => {
    const { user } = await openRoom('people')
    await user.click(button('Add a testimonial'))
    const consent = screen.getByLabelText('Agreed to be quoted on')
    expect(document.querySelector(`label[for="${consent.id}"]`)?.className).toContain('required')
    await user.click(button('Save'))
    expect(await screen.findByText('Please enter a day.')).toBeTruthy()
    expect(saved()).toEqual([])
  })

  it('discards what was added', async () => {
    const { user } = await openRoom('people')
    await user.click(screen.getByRole('switch', { name: 'Project manager' }))
    await user.click(button('Discard changes'))
    expect(screen.queryByLabelText('Role')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull()
  })

  it('shows what is wrong at its field, in another room too', async () => {
    const { user } = await openRoom('claims')
    const licensed = within(screen.getByRole('group', { name: 'Licensed' }))
    const hidden = licensed.getByLabelText('Not on the site')
    await user.click(hidden)
    await user.click(button('Save'))
    const source = licensed.getByLabelText('Where it can be checked')
    expect(source.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(source)
    expect(licensed.getByText('Say where this can be checked, or leave it off the site.')).toBeTruthy()

    await user.click(screen.getByRole('link', { name: 'Hours and closed days' }))
    const hours = await screen.findByLabelText('Hours')
    await user.clear(hours)
    await user.type(hours, 'always')
    await user.click(button('Save'))
    const toFix = within(screen.getByText(/^Not saved yet\. Please fix:/))
    await user.click(toFix.getByRole('link', { name: 'Claims (1 to fix)' }))
    expect(document.activeElement).toBe(
      await screen.findByLabelText('Where it can be checked', { selector: '[aria-invalid="true"]' }),
    )
    // Leaving it off the site mends it, and the save leads to the error that is left.
    await user.click(screen.getAllByLabelText('Not on the site')[0] as HTMLElement)
    expect(screen.queryByText('Claims (1 to fix)')).toBeNull()
    await user.click(button('Save'))
    expect(await screen.findByLabelText('Hours')).toBe(document.activeElement)
    expect(saved()).toEqual([])
  })

  it('opens a folded entry that has something wrong', async () => {
    const { user } = await openRoom('services')
    const [name] = screen.getAllByLabelText('Name')
    if (!name) throw new Error('there is a service')
    await user.clear(name)
    await user.click(button('Save'))
    expect(name.closest('details')?.open).toBe(true)
    expect(document.activeElement).toBe(name)
  })

  describe('when somebody else saved meanwhile', () => {
    const theirs = {
      ...draft,
      email: 'new@mail.example',
      claims: { ...draft.claims, fees: { ...draft.claims.fees, figure: '$1' } },
    }
    async function saveTooLate() {
      const site = await openRoom('company')
      await site.user.type(screen.getByLabelText('Name'), ' & Sons')
      api.answerTo(
        'company.save',
        errorAnswer('CONFLICT', 409, undefined, undefined, 'Somebody else changed this meanwhile.'),
      )
      answerRead({ draft: theirs, revision: 8, changedBy: 'Tom Ito' })
      await site.user.click(button('Save'))
      expect(await screen.findByText(/^Tom Ito saved this while you were typing/)).toBeTruthy()
      return site
    }

    it('names the changed fields, and keeps what was typed over the rest of theirs', async () => {
      const { user } = await saveTooLate()
      expect(screen.getByText('Company and license: Email')).toBeTruthy()
      expect(screen.getByText('Claims: Fees')).toBeTruthy()
      api.answerTo('company.save', dataAnswer({ revision: 9 }))
      await user.click(button('Keep mine'))
      await vi.waitFor(() => expect(saved()).toHaveLength(2))
      const last = saved().at(-1)
      expect(last?.revision).toBe(8)
      expect(last?.company).toEqual({ ...theirs, name: `${draft.name} & Sons` })
    })

    it('takes theirs', async () => {
      const { user } = await saveTooLate()
      await user.click(button('Take theirs'))
      expect(screen.getByLabelText('Name')).toHaveProperty('value', draft.name)
      expect(screen.getByLabelText('Email')).toHaveProperty('value', theirs.email)
      expect(screen.queryByText(/^Tom Ito saved/)).toBeNull()
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Company and license' }))
    })
  })

  it('says what somebody else has changed when a publication comes too late', async () => {
    answerRead({ isPublished: false })
    const { user } = await openRoom('company')
    api.answerTo('company.publish', errorAnswer('CONFLICT', 409, undefined, undefined, 'Too late.'))
    answerRead({
      draft: { ...draft, email: 'new@mail.example' },
      revision: 8,
      changedBy: 'Tom Ito',
      isPublished: false,
    })
    await user.click(button('Publish'))
    expect(
      await screen.findByText(
        'Tom Ito saved a change meanwhile, which this page shows now: Company and license: Email.',
      ),
    ).toBeTruthy()
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'new@mail.example')
  })

  it('publishes what is saved, and says why not', async () => {
    const [first, second] = [
      { number: 1, publishedAt: '2026-01-03T15:00:00.000Z', publishedBy: 'Tom Ito' },
      { number: 2, publishedAt: '2026-01-04T15:00:00.000Z', publishedBy: 'Maria Santos', sameAs: 1 },
    ]
    const third = { ...first, number: 3, publishedAt: '2026-01-05T15:00:00.000Z' }
    answerRead({ isPublished: false, versions: [third, second, first] })
    const refused = 'A photograph is missing.'
    api.answerTo('company.publish', errorAnswer('BAD_REQUEST', 400, undefined, undefined, refused))
    const { user } = await openRoom('company')
    await user.click(button('Publish'))
    expect(await screen.findByText(refused)).toBeTruthy()
    api.answerTo('company.publish', dataAnswer({ number: 4 }))
    await user.click(button('Publish'))
    expect(await screen.findByText('Version 4 published')).toBeTruthy()
    expect(inputsOf(api, 'company.publish')).toEqual([{ revision: 7 }, { revision: 7 }])

    api.answerTo('company.back', dataAnswer({ number: 5 }))
    const ways = screen.getAllByRole('button', { name: /^Back to/ }).map(({ textContent }) => textContent)
    expect(ways).toEqual(['Back to the one before', 'Back to version 1'])
    expect(screen.getByText(/^published by Tom Ito on Sat, Jan 3, 2026/)).toBeTruthy()
    expect(screen.getByText(/^the same as version 1, published by Maria Santos/)).toBeTruthy()
    await user.click(button('Back to version 1'))
    expect(await screen.findByText('Version 1 is back')).toBeTruthy()
    await user.click(button('Back to the one before'))
    expect(await screen.findByText('Version 2 is back')).toBeTruthy()
    await vi.waitFor(() => expect(screen.queryByText('Version 1 is back')).toBeNull())
    expect(inputsOf(api, 'company.back')).toEqual([{ number: 1 }, { number: 2 }])
  })
})

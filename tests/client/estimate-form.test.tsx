import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { company } from '#shared/company.ts'
import { consoleOutput, expectConsole } from '#tests/support/client/console-watch.ts'
import { descriptionOf, field } from '#tests/support/client/controls.ts'
import { apiOfEachTest, submitButton } from '#tests/support/client/estimate-page.ts'
import { dataAnswer, errorAnswer } from '#tests/support/client/fake-api.ts'
import { renderSite } from '#tests/support/client/render.tsx'
import { requiredMessages } from '#tests/support/estimates/required-messages.ts'

const api = apiOfEachTest()

const loggedFailure = /^error: Submitting the estimate request failed\./

const failureNote = () => screen.queryByText(/^Nothing is lost/)

/** Pastes, because each typed letter renders the form again. */
async function fillIn(user: UserEvent): Promise<void> {
  const paste = async (label: string, text: string) => {
    await user.click(field(label))
    await user.paste(text)
  }
  await paste('Full Name', '  Ada Romero ')
  await paste('Email Address', 'ada@example.com')
  await user.selectOptions(field('Project Type'), 'Kitchen Remodel')
  await paste('Project Location', 'Astoria, NY')
  await user.selectOptions(field('Desired Timeline'), 'As Soon as Possible')
  await user.selectOptions(field('Budget Range'), '$25,000 - $50,000')
}

describe('the fields', () => {
  it('fields have labels and hints, and required ones are marked', async () => {
    await renderSite('/estimate')
    expect(descriptionOf('Phone Number')).toEqual(['Optional, but helps us provide faster service'])
    expect(descriptionOf('Square Footage')).toEqual(['Approximate square footage of the project area'])
    expect(descriptionOf('Project Description')).toEqual([
      'The more detail you provide, the more accurate our estimate will be',
    ])
    expect(descriptionOf('This is an urgent project')).toEqual([
      'Check this if you need immediate attention (emergency repairs, etc.)',
    ])
    expect(field('Project Location').placeholder).toBe('City, State or Zip Code')
    for (const label of Object.keys(requiredMessages)) expect(field(label).required, label).toBe(true)
    for (const label of ['Phone Number', 'Property Type', 'Special Requirements or Considerations'])
      expect(field(label).required, label).toBe(false)
  })
})

describe('the buttons of a choice', () => {
  const group = (name: string) => within(screen.getByRole('radiogroup', { name }))
  const radio = (name: string, option: string) => group(name).getByRole<HTMLInputElement>('radio', { name: option })

  it('have the options of the list, which changes with them and they with it', async () => {
    const { user } = await renderSite('/estimate?type=deck-patio')
    for (const name of ['Project Type', 'Desired Timeline', 'Budget Range']) {
      const [, ...options] = within(field(name)).getAllByRole<HTMLOptionElement>('option')
      const radios = group(name).getAllByRole<HTMLInputElement>('radio')
      expect(radios.map(({ value }) => value)).toEqual(options.map(({ value }) => value))
    }
    expect(radio('Project Type', 'Deck/Patio Construction').checked).toBe(true)
    await user.click(radio('Project Type', 'Kitchen Remodel'))
    expect(field('Project Type').value).toBe('kitchen-remodel')
    await user.selectOptions(field('Project Type'), 'Other')
    expect(radio('Project Type', 'Other').checked).toBe(true)
    await user.click(await screen.findByRole('button', { name: 'Start over' }))
    expect(radio('Project Type', 'Other').checked).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(radio('Project Type', 'Other').checked).toBe(true)
  })

  it('are read as one field with its error', async () => {
    const { user } = await renderSite('/estimate')
    await user.click(submitButton())
    const budget = screen.getByRole('radiogroup', { name: 'Budget Range' })
    expect(budget.getAttribute('aria-required')).toBe('true')
    expect(budget.getAttribute('aria-invalid')).toBe('true')
    const error = document.getElementById(budget.getAttribute('aria-describedby') ?? '')
    expect(error?.textContent).toBe('Please select a budget range.')
    await user.click(radio('Budget Range', 'Under $10,000'))
    expect(budget.getAttribute('aria-invalid')).toBeNull()
  })
})

describe('errors', () => {
  it('errors appear at every wrong field on submit, and the first field gets the focus', async () => {
    const { user } = await renderSite('/estimate')
    await user.click(submitButton())
    for (const [label, message] of Object.entries(requiredMessages)) {
      expect(field(label).getAttribute('aria-invalid'), label).toBe('true')
      expect(descriptionOf(label)).toContain(message)
    }
    expect(document.activeElement).toBe(field('Full Name'))
    expect(api.calls).toEqual([])
  })

  it('errors appear on blur and disappear as soon as the field is right', async () => {
    const { user } = await renderSite('/estimate')
    await user.type(field('Full Name'), 'A')
    expect(screen.queryByText(requiredMessages['Full Name'])).toBeNull()
    await user.tab()
    expect(descriptionOf('Full Name')).toContain(requiredMessages['Full Name'])

    await user.clear(field('Full Name'))
    expect(descriptionOf('Full Name')).toContain(requiredMessages['Full Name'])
    await user.type(field('Full Name'), 'Al')
    expect(screen.queryByText(requiredMessages['Full Name'])).toBeNull()
    expect(field('Full Name').getAttribute('aria-invalid')).toBeNull()
  })

  it('errors of the server appear at their fields, and the first field gets the focus', async () => {
    expectConsole(loggedFailure)
    const { user } = await renderSite('/estimate')
    await fillIn(user)
    api.answerNext(
      errorAnswer('BAD_REQUEST', 400, { timeline: ['Too late.'], email: ['We cannot write to this address.', 'Odd.'] }),
    )
    await user.click(submitButton())
    await waitFor(() => expect(descriptionOf('Email Address')).toContain('We cannot write to this address.'))
    expect(descriptionOf('Desired Timeline')).toContain('Too late.')
    expect(document.activeElement).toBe(field('Email Address'))

    await user.type(field('Email Address'), 'x')
    expect(field('Email Address').getAttribute('aria-invalid')).toBeNull()
  })
})

describe('values that were filled in without an event', () => {
  it('count when a field is left', async () => {
    const { user } = await renderSite('/estimate')
    await user.click(submitButton())
    field('Full Name').value = 'Ada Romero'
    field('Email Address').focus()
    act(() => field('Email Address').blur())
    await waitFor(() => expect(field('Full Name').getAttribute('aria-invalid')).toBeNull())
  })

  it('count on submit', async () => {
    const { user } = await renderSite('/estimate')
    await fillIn(user)
    field('Full Name').value = 'Grace Hopper'
    field('This is an urgent project').checked = true
    act(() => field('Full Name').form?.requestSubmit())
    await screen.findByRole('heading', { name: 'Thank You!' })
    expect(api.calls).toEqual([
      { procedure: 'estimates.submit', input: expect.objectContaining({ name: 'Grace Hopper', urgent: true }) },
    ])
  })
})

describe('sending', () => {
  it('the button is busy until the response, then the confirmation page follows', async () => {
    const { user, router } = await renderSite('/estimate')
    await fillIn(user)
    await user.type(field('Square Footage'), '1,200')
    await user.click(field('This is an urgent project'))
    const release = api.hold()
    await user.click(submitButton())
    expect(submitButton().textContent).toBe('Submitting...')
    expect(submitButton().disabled).toBe(true)

    release()
    await screen.findByRole('heading', { name: 'Thank You!' })
    expect(screen.getByText('Request Submitted Successfully!')).toBeTruthy()
    expect(screen.getByText("We'll contact you within 24 hours to discuss your project.")).toBeTruthy()
    expect(screen.getByText(/^Your reference is/).textContent).toContain('FB-1234')
    expect(router.state.location.pathname).toBe('/confirmation')
    expect(router.state.location.state).toMatchObject({
      type: 'estimate',
      name: 'Ada Romero',
      email: 'ada@example.com',
      submittedAt: expect.any(Number),
    })
    expect(api.calls).toEqual([
      {
        procedure: 'estimates.submit',
        input: {
          name: 'Ada Romero',
          email: 'ada@example.com',
          projectType: 'kitchen-remodel',
          location: 'Astoria, NY',
          timeline: 'asap',
          budgetRange: '25k-50k',
          squareFootage: 1200,
          urgent: true,
          firstTouch: expect.objectContaining({ source: null, referrer: null }),
          requestKey: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
        },
      },
    ])
  })

  it('what was copied along is not sent, and a square footage that cannot be read is sent in words', async () => {
    const { user } = await renderSite('/estimate')
    await fillIn(user)
    field('Full Name').value = '\u2067Ada\u200b Romero\ufeff'
    field('Email Address').value = 'Ada <mailto:r&d@exam\u00adple.com>;'
    field('Phone Number').value = '\u202a718\u2060 555 0110\u202c'
    field('Square Footage').value = '1000-1200'
    await user.click(submitButton())
    await screen.findByRole('heading', { name: 'Thank You!' })
    expect(api.calls.map((call) => call.input)).toMatchObject([
      {
        name: 'Ada Romero',
        email: 'r&d@example.com',
        phone: '718 555 0110',
        squareFootage: null,
        projectDescription: 'Square footage, as written: 1000-1200',
      },
    ])
  })

  it('a form that is submitted repeatedly is sent once', async () => {
    const { user } = await renderSite('/estimate')
    await fillIn(user)
    const form = submitButton().form
    if (!form) throw new Error('The button is in no form.')
    await act(async () => {
      fireEvent.submit(form)
      fireEvent.submit(form)
      fireEvent.submit(form)
    })
    await screen.findByRole('heading', { name: 'Thank You!' })
    expect(api.calls).toHaveLength(1)
  })

  it.each([
    ['a lost connection', 'hang up'],
    ['a fault of the server', errorAnswer('INTERNAL_SERVER_ERROR', 500)],
    ['a pause of the server', errorAnswer('SERVICE_UNAVAILABLE', 503)],
    ['an empty response', { status: 200, body: undefined }],
    ['the page of a captive portal', { status: 200, body: '<p>Welcome to the hotel Wi-Fi</p>' }],
    ['a response without a reference', dataAnswer({ status: 'ok' })],
  ] as const)(
    'after %s the form shows a toast, logs it, keeps its values and sends the same request again',
    async (_name, failure) => {
      expectConsole(loggedFailure)
      const { user, router } = await renderSite('/estimate')
      await fillIn(user)
      await user.type(field('Special Requirements or Considerations'), 'Freight elevator only.')
      api.answerNext(failure)
      await user.click(submitButton())
      await screen.findByText('Submission Failed')
      expect(screen.getByText('Please try again or contact us directly.')).toBeTruthy()
      expect(consoleOutput()).toEqual([expect.stringMatching(loggedFailure)])
      expect(field('Full Name').value).toBe('  Ada Romero ')
      expect(field('Project Type').value).toBe('kitchen-remodel')
      expect(field('Special Requirements or Considerations').value).toBe('Freight elevator only.')
      expect(submitButton().disabled).toBe(false)
      expect(submitButton().textContent).toBe('Get My Free Estimate')
      expect(failureNote()?.textContent).toBe(`Nothing is lost. Try again, or call ${company.phone.display}.`)

      const release = api.hold()
      await user.click(submitButton())
      expect(failureNote()).toBeNull()
      release()
      await screen.findByRole('heading', { name: 'Thank You!' })
      expect(screen.queryByText('Submission Failed')).toBeNull()
      // The first try may have arrived, so the time of the second is not that of the submission.
      expect(router.state.location.state.submittedAt).toBeUndefined()
      const [first, second] = api.calls.map((call) => call.input)
      expect(second).toEqual(first)
    },
  )

  it('values that changed after a lost response are sent with a new key', async () => {
    expectConsole(loggedFailure)
    const { user } = await renderSite('/estimate')
    await fillIn(user)
    api.answerNext('hang up')
    await user.click(submitButton())
    await screen.findByText('Submission Failed')

    await user.type(field('Phone Number'), '718 555 0110')
    api.answerNext(errorAnswer('CONFLICT', 409))
    await user.click(submitButton())
    await screen.findByRole('heading', { name: 'Thank You!' })
    const [lost, refused, stored] = api.calls.map((call) => call.input.requestKey)
    expect(refused).toBe(lost)
    expect(stored).not.toBe(lost)
  })
})

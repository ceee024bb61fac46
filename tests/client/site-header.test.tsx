import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { company, licenseLine } from '#shared/company.ts'
import { renderSite } from '#tests/support/client/render.tsx'

const form = () => screen.getByRole('form', { name: company.guide.label })
const field = () => within(form()).getByLabelText<HTMLInputElement>(company.guide.label)
const button = () => within(form()).getByRole('button', { name: company.guide.button })

beforeEach(() => localStorage.clear())

describe('the top bar', () => {
  it('has phone, email, service area and license', async () => {
    await renderSite('/')
    const header = within(screen.getByRole('banner'))
    expect(header.getByRole('link', { name: company.phone.display }).getAttribute('href')).toBe(company.phone.href)
    expect(header.getByRole('link', { name: company.email }).getAttribute('href')).toBe(`mailto:${company.email}`)
    expect(header.getByText(company.serviceArea)).toBeTruthy()
    expect(header.getByText(licenseLine)).toBeTruthy()
  })
})

describe('the link to the form', () => {
  it('leads to its first field on the page of the form, which keeps its address and what was typed', async () => {
    const { router, user } = await renderSite('/estimate?type=kitchen-remodel')
    const name = screen.getByLabelText<HTMLInputElement>('Full Name')
    await user.type(name, 'Ada')
    await user.click(screen.getByLabelText('Phone Number'))
    await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Free Estimate' }))
    expect(document.activeElement).toBe(name)
    expect(name.value).toBe('Ada')
    expect(router.state.location.href).toBe('/estimate?type=kitchen-remodel')
  })

  it('leads there also while another page is on its way', async () => {
    const { router } = await renderSite('/estimate')
    const link = within(screen.getByRole('banner')).getByRole('link', { name: 'Free Estimate' })
    await act(async () => {
      const leaving = router.navigate({ to: '/' })
      await vi.waitFor(() => expect(router.latestLocation.pathname).toBe('/'))
      link.click()
      await leaving
    })
    await vi.waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe('/estimate'))
  })
})

describe('the form for the consultation guide', () => {
  it('requires an email address', async () => {
    await renderSite('/')
    expect(field().type).toBe('email')
    expect(field().required).toBe(true)
    expect(field().autocomplete).toBe('email')
  })

  it.each(['', '   '])('does nothing with the empty text "%s"', async (text) => {
    const { router, user } = await renderSite('/')
    if (text) await user.type(field(), text)
    // This is what a browser without form validation does.
    fireEvent.submit(form())
    expect(localStorage.getItem('consultationEmail')).toBeNull()
    expect(router.state.location.pathname).toBe('/')
    expect(router.state.status).toBe('idle')
  })

  it('opens the confirmation page where storage is blocked, which does not say that the address was saved', async () => {
    const setItem = vi.fn().mockThrow(new DOMException('The quota has been exceeded.', 'QuotaExceededError'))
    vi.spyOn(window, 'localStorage', 'get').mockReturnValue({ ...localStorage, getItem: () => null, setItem })
    const { router, user } = await renderSite('/')
    await user.type(field(), 'ana@example.com')
    await user.click(button())
    await waitFor(() => expect(router.state.location.pathname).toBe('/confirmation'))
    expect(router.state.location.state).toMatchObject({ type: 'consultation', email: 'ana@example.com' })
    expect(await screen.findByText(/This browser can’t save your email/)).toBeTruthy()
    expect(screen.queryByText(/We saved your email/)).toBeNull()
  })
})

import type { Page } from '@playwright/test'
import { hash } from 'bcryptjs'
import { expect, type Site, waitForHydration } from './fixtures.ts'
import { signInAs } from './sign-in.ts'

/** A password that no rule refuses. */
export const goodPassword = 'drywall and daylight'

const main = (page: Page) => page.getByRole('main')

export const emailField = (page: Page) => main(page).getByLabel('Email', { exact: true })
export const passwordField = (page: Page) => main(page).getByLabel('Password', { exact: true })

/** The header's button, which only signed-in users see. */
export const signOutButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign Out' })
export const signInLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Sign In' })

/** Fills in the form of the tab that is open, and sends it. */
export async function sendCredentials(page: Page, button: string, email: string, password: string): Promise<void> {
  await waitForHydration(page)
  await emailField(page).fill(email)
  await passwordField(page).fill(password)
  await main(page).getByRole('button', { name: button, exact: true }).click()
}

/** Signs in by the page. */
export async function signIn(page: Page, email: string, password: string = goodPassword): Promise<void> {
  await page.goto('/auth')
  await sendCredentials(page, 'Sign In', email, password)
}

/** Signs up by the page, and resolves once the server has taken it. */
export async function signUp(page: Page, email: string, password: string = goodPassword): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await sendCredentials(page, 'Create Account', email, password)
  await expect(page.getByText('Check your email')).toBeVisible()
}

/** Stores an account with {@link goodPassword}, leaves its owner signed in on the home page, and answers with its address. */
export async function openWithAccount(page: Page, site: Site): Promise<string> {
  const email = await signInAs(page.context(), site, 'user', await cheapHash())
  await page.goto('/')
  await expect(signOutButton(page)).toBeVisible()
  return email
}

/** Returns a hash of {@link goodPassword}. The server takes a quarter of a second for a hash. */
export function cheapHash(): Promise<string> {
  return hash(goodPassword, 4)
}

/** Sets a password on the page of an email's or an invitation's link, which then redirects to sign-in. */
export async function choosePassword(page: Page, password: string, kind: 'first' | 'later' = 'later'): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose your password')
  await expect(page).toHaveURL('/auth/reset')
  if (kind === 'first') await main(page).getByLabel('Your name').fill('Ada Romero')
  const label = kind === 'first' ? 'Password' : 'New password'
  await main(page).getByLabel(label, { exact: true }).fill(password)
  await page.getByRole('button', { name: kind === 'first' ? 'Join' : 'Save password' }).click()
  await expect(page.getByText(kind === 'first' ? 'Your password is set' : 'Password changed')).toBeVisible()
  await expect(page).toHaveURL(kind === 'first' ? '/auth?next=%2Fadmin%2Ftoday' : '/auth')
}

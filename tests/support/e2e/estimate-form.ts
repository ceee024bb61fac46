import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'

/** An address that no other test uses, by which a test finds what it has stored. */
export function newEmail(): string {
  return `visitor-${randomUUID()}@example.com`
}

export const submitButton = (page: Page) => page.getByRole('button', { name: 'Get My Free Estimate' })

/** Fills in every required field of the form. */
export async function fillRequired(page: Page, email: string): Promise<void> {
  await page.getByLabel('Full Name', { exact: true }).fill('Ada Romero')
  await page.getByLabel('Email Address', { exact: true }).fill(email)
  await page.getByLabel('Project Type', { exact: true }).selectOption('Kitchen Remodel')
  await page.getByLabel('Project Location', { exact: true }).fill('Astoria, NY 11102')
  await page.getByLabel('Desired Timeline', { exact: true }).selectOption('1-2 Months')
  await page.getByLabel('Budget Range', { exact: true }).selectOption('$50,000 - $100,000')
}

/** Fills in the optional fields, all but the one for urgent projects. */
export async function fillOptional(page: Page): Promise<void> {
  await page.getByLabel('Phone Number').fill('(718) 555-0110')
  await page.getByLabel('Property Type').selectOption('Condo')
  await page.getByLabel('Square Footage').fill('1,200')
  await page.getByLabel('Project Description').fill('New cabinets.\nThe window stays.')
  await page.getByLabel('Special Requirements or Considerations').fill('Freight elevator only.')
}

/** The stored row of a request with all fields filled in, and marked as urgent. */
export const wholeRequest = {
  name: 'Ada Romero',
  phone: '(718) 555-0110',
  project_type: 'kitchen-remodel',
  property_type: 'condo',
  square_footage: 1200,
  project_description: 'New cabinets.\nThe window stays.',
  location: 'Astoria, NY 11102',
  timeline: '1-2-months',
  budget_range: '50k-100k',
  specific_requirements: 'Freight elevator only.',
  urgent: 1,
} as const

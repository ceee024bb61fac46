import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'

/** An address that no other test uses, by which a test finds what it has stored. */
export function newEmail(): string {
  return `visitor-${randomUUID()}@example.com`
}

export const submitButton = (page: Page) => page.getByRole('button', { name: 'Get My Free Estimate' })

const optionButtons = (page: Page, label: string) => page.getByRole('radiogroup', { name: label }).getByRole('radio')

/** The list of a choice in a wide window, or its first button in a narrow one. */
export const choiceControl = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).or(optionButtons(page, label).first()).filter({ visible: true })

/** Chooses an option from the list of a wide window, or by its button in a narrow one. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await choiceControl(page, label).waitFor()
  const list = page.getByLabel(label, { exact: true })
  if (await list.isVisible()) await list.selectOption(option)
  else await page.getByRole('radiogroup', { name: label }).getByLabel(option, { exact: true }).check()
}

/** Fills in every required field of the form. */
export async function fillRequired(page: Page, email: string): Promise<void> {
  await page.getByLabel('Full Name', { exact: true }).fill('Ada Romero')
  await page.getByLabel('Email Address', { exact: true }).fill(email)
  await choose(page, 'Project Type', 'Kitchen Remodel')
  await page.getByLabel('Project Location', { exact: true }).fill('Astoria, NY 11102')
  await choose(page, 'Desired Timeline', '1-2 Months')
  await choose(page, 'Budget Range', '$50,000 - $100,000')
}

/** Fills in the optional fields, all but the one for urgent projects. */
export async function fillOptional(page: Page): Promise<void> {
  await page.getByLabel('Phone Number').fill('(718) 555-0110')
  await page.getByLabel('Best time to call').selectOption('Evening')
  await page.getByLabel('Property Type').selectOption('Condo')
  await page.getByLabel('Square Footage').fill('1,200')
  await page.getByLabel('Project Description').fill('New cabinets.\nThe window stays.')
  await page.getByLabel('Special Requirements or Considerations').fill('Freight elevator only.')
}

/** The stored row of a request with all fields filled in, and marked as urgent. */
export const wholeRequest = {
  name: 'Ada Romero',
  phone: '(718) 555-0110',
  best_time: 'evening',
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

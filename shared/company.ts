import { companyFile } from './company-file.ts'
import type { Company } from './company-schema.ts'
import { responseHours } from './estimates/response-clock.ts'

declare global {
  /** Set before any module runs: by a script that each page names, and by what renders the pages. */
  var publishedCompany: Company | undefined
}

/** What stands now. Code that runs in the server reads it anew each time, since administrators publish another. */
export let company: Company = globalThis.publishedCompany ?? companyFile

/** For instance `NYC HIC License #2098714-DCA`. */
export let licenseLine = toLicenseLine(company)

/** Puts another in force. */
export function setCompany(next: Company): void {
  company = next
  licenseLine = toLicenseLine(next)
}

/** Whether a claim of the company is on its pages. */
export function isShown({ isHidden }: Company['claims'][keyof Company['claims']]): boolean {
  return isHidden !== true
}

function toLicenseLine({ license }: Company): string {
  return `${license.label} #${license.number}`
}

/** Where the company works, for a sentence. */
export function workArea(): string {
  return company.boroughs.length === 5 ? 'all five boroughs' : 'New York City'
}

/** When a visitor is contacted. */
export const responsePromise = `within ${responseHours} hours`

/** For instance `within 2-3 business days`. */
export function estimatePromise(days: number = company.estimateDays): string {
  return days === 1 ? 'within 1 business day' : `within ${days - 1}-${days} business days`
}

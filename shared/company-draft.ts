import { companyFile } from './company-file.ts'
import type { Company } from './company-schema.ts'
import { readPhoneNumber } from './phone-numbers.ts'

/** Projects and people that the company file invents. */
export const inventedNames: ReadonlySet<string> = new Set([
  ...['Galley kitchen, opened up', 'Prewar bathroom, rebuilt', 'Raw loft to design studio'],
  ...['Nora Castellano', 'Marisol Vega', 'Daniel Osei', 'Hannah Lindqvist'],
  ...['Priya in Astoria', 'Marcus in Harlem', 'Elena in Bay Ridge', 'Tom in St. George', 'Ruth in Mott Haven'],
])

/** Pages elsewhere that do not exist. */
const inventedLinks: ReadonlySet<string | undefined> = new Set([
  'https://www.google.com/search?q=Five+Borough+Builders+reviews',
  'https://www.instagram.com/fiveboroughbuilders.example',
])

/** What administrators begin with: the company file without what nobody has proven or agreed to. */
export function firstDraft(file: Company = companyFile): Company {
  const { claims, insurance, projectManager, reviews, socialProfile } = file
  return {
    ...file,
    reviews: inventedLinks.has(reviews) ? undefined : reviews,
    socialProfile: inventedLinks.has(socialProfile) ? undefined : socialProfile,
    claims: hideUnproven(claims),
    // The license is proven apart from what the same claim says of insurance.
    insurance: claims.licensed.source === undefined ? { certificateOnRequest: false } : insurance,
    projects: file.projects.filter(({ name }) => !inventedNames.has(name)),
    projectManager: projectManager && !inventedNames.has(projectManager.name) ? projectManager : undefined,
    // The sample repeats a claim there.
    whyChoose: file.whyChoose.filter(({ text }) => !text.includes(claims.onTime.figure)),
    testimonials: file.testimonials.filter(({ consentOn }) => consentOn !== undefined),
    socialProof: { enabled: false, notices: [] },
  }
}

function hideUnproven(claims: Company['claims']): Company['claims'] {
  const hidden = Object.entries(claims).map(([name, claim]) => [
    name,
    claim.source === undefined ? { ...claim, isHidden: true } : claim,
  ])
  return Object.fromEntries(hidden)
}

/** Writes the number as the site writes all numbers, and lets links dial it. */
export function withPhoneLink<Described extends Pick<Company, 'phone'>>(company: Described): Described {
  const { text, href } = readPhoneNumber(company.phone.display)
  return { ...company, phone: { display: text, href: href ?? `tel:${text}` } }
}

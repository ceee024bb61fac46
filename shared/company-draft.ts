import { companyFile } from './company-file.ts'
import type { Company } from './company-schema.ts'
import { readPhoneNumber } from './phone-numbers.ts'

/** Projects and people that the company file invents. */
const invented: readonly string[] = [
  'Galley kitchen, opened up',
  'Prewar bathroom, rebuilt',
  'Raw loft to design studio',
  'Nora Castellano',
]

/** What administrators begin with: the company file without what nobody has proven or agreed to. */
export function firstDraft(file: Company = companyFile): Company {
  const { projectManager } = file
  return {
    ...file,
    claims: hideUnproven(file.claims),
    projects: file.projects.filter(({ name }) => !invented.includes(name)),
    projectManager: projectManager && !invented.includes(projectManager.name) ? projectManager : undefined,
    // The sample repeats a claim there.
    whyChoose: file.whyChoose.filter(({ text }) => !text.includes(file.claims.onTime.figure)),
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

/** Links dial what the pages show. */
export function withPhoneLink<Described extends Pick<Company, 'phone'>>(company: Described): Described {
  const { display } = company.phone
  return { ...company, phone: { display, href: readPhoneNumber(display).href ?? `tel:${display}` } }
}

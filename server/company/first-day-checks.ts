import { company } from '#shared/company.ts'
import { inventedNames } from '#shared/company-draft.ts'

/** What the sample in shared/company-file.ts says. */
const sample = {
  name: 'Five Borough Builders',
  legalName: 'Five Borough Builders, Inc.',
  license: '2098714-DCA',
  phone: '(212) 555-0142',
  email: 'hello@fiveboroughbuilders.example',
  street: '214 West 29th Street',
}

type Named = { readonly name: string }

type Checked = Named & {
  readonly legalName: string
  readonly phone: { readonly display: string }
  readonly email: string
  readonly address: { readonly street: string }
  readonly license: { readonly number: string }
  readonly projectManager?: Named | undefined
  readonly testimonials: readonly Named[]
  readonly projects: readonly Named[]
  readonly socialProof: {
    readonly enabled: boolean
    readonly notices: readonly (Named & { readonly neighborhood: string })[]
  }
}

export function isCompanyPublished({ name, license }: Checked = company): boolean {
  return name !== sample.name && license.number !== sample.license
}

/** Empty lists and notices that are switched off count as replaced. */
export function areSamplesReplaced(checked: Checked = company): boolean {
  const { legalName, phone, email, address, projectManager, testimonials, projects, socialProof } = checked
  if (legalName === sample.legalName || phone.display === sample.phone) return false
  if (email === sample.email || address.street === sample.street) return false
  const notices = socialProof.enabled ? socialProof.notices : []
  const shown = [
    ...[projectManager, ...testimonials, ...projects].map((named) => named?.name ?? ''),
    ...notices.map(({ name, neighborhood }) => `${name} in ${neighborhood}`),
  ]
  return !shown.some((name) => inventedNames.has(name))
}

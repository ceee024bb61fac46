import { describe, expect, it } from 'vitest'
import { firstDraft, withPhoneLink } from '#shared/company-draft.ts'
import { companyFile } from '#shared/company-file.ts'
import { companySchema } from '#shared/company-schema.ts'

describe('the first draft of the company', () => {
  it('is valid, and has nothing of what the sample invents', () => {
    const draft = firstDraft()
    expect(companySchema.safeParse(draft).error).toBeUndefined()
    expect(Object.values(draft.claims).map(({ isHidden }) => isHidden)).not.toContain(undefined)
    expect(draft).toMatchObject({ projects: [], testimonials: [], socialProof: { enabled: false, notices: [] } })
    for (const invented of ['projectManager', 'reviews', 'socialProfile'] as const) {
      expect(companyFile[invented], invented).toBeDefined()
      expect(draft[invented], invented).toBeUndefined()
    }
    expect(draft.insurance).toEqual({ certificateOnRequest: false })
    expect(draft.services).toEqual(companyFile.services)
  })

  it('keeps what the company can prove, and its own projects and people', () => {
    const [project] = companyFile.projects
    const [testimonial] = companyFile.testimonials
    if (!project || !testimonial) throw new Error('the sample has projects and testimonials')
    const own = {
      ...companyFile,
      reviews: 'https://reviews.example/ruiz',
      socialProfile: 'https://social.example/ruiz',
      claims: { ...companyFile.claims, licensed: { ...companyFile.claims.licensed, source: 'nyc.gov/dcwp' } },
      projects: [{ ...project, name: 'Our own kitchen' }],
      projectManager: { name: 'Ana Ruiz', role: 'Project manager', words: 'Call me.' },
      testimonials: [{ ...testimonial, consentOn: '2026-03-01' }],
    }
    const draft = firstDraft(own)
    expect(draft.claims.licensed.isHidden).toBeUndefined()
    expect(draft.claims.experience.isHidden).toBe(true)
    expect(draft.insurance).toEqual(own.insurance)
    expect(draft).toMatchObject({ reviews: own.reviews, socialProfile: own.socialProfile })
    expect(draft.projects).toEqual(own.projects)
    expect(draft.projectManager).toEqual(own.projectManager)
    expect(draft.testimonials).toEqual(own.testimonials)
  })
})

it('dials the phone number that the pages show', () => {
  const hrefOf = (display: string) => withPhoneLink({ phone: { display, href: 'tel:former' } }).phone.href
  expect(hrefOf('(718) 555-0101')).toBe('tel:+17185550101')
  expect(hrefOf('212.555.0142 ext. 4')).toBe('tel:+12125550142;ext=4')
  expect(hrefOf('+44 20 7946 0958')).toBe('tel:+442079460958')
})

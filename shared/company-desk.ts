import * as z from 'zod/mini'
import { type Company, type companySchema, companyToSave } from './company-schema.ts'

const revision = z.int().check(z.minimum(0))

export const companyRevisionSchema = z.object({
  /** The administrator has seen this one. */
  revision,
})

export const companyVersionSchema = z.object({ number: z.int() })

// The type of stored companies: an editor sends what it has read.
const company: z.ZodMiniType<Company, z.input<typeof companySchema>> = companyToSave

export const saveCompanySchema = z.object({ revision, company })

export type CompanyVersion = {
  readonly number: number
  readonly publishedAt: Date
  readonly publishedBy: string
  /** An administrator went back to this former version with it. */
  readonly sameAs?: number | undefined
}

/** What administrators edit, and what the site showed. */
export type CompanyDesk = {
  readonly draft: Company
  /** Each save has a higher one. */
  readonly revision: number
  readonly changedBy: string | null
  readonly changedAt: Date | null
  /** Whether the site shows the draft. */
  readonly isPublished: boolean
  /** They are the last ten, newest first. */
  readonly versions: readonly CompanyVersion[]
}

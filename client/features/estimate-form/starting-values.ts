import { type EstimateFormValues, emptyForm } from '#client/lib/estimate-values.ts'
import type { Draft } from './draft-store.ts'

type Sources = {
  /** Omits empty inputs. */
  typed: Partial<EstimateFormValues>
  draft: Draft | undefined
  /** A link may name a project type in the page's URL. */
  linkedType: string | undefined
  /** Comes from the header's form. */
  consultationEmail: string | undefined
}

/**
 * Values typed before hydration win over the draft, and the draft over other sources. Only a new project type in the URL
 * wins over the draft, since the visitor has just followed a link; after a reload the draft wins again.
 */
export function startingValues({ typed, draft, linkedType, consultationEmail }: Sources): EstimateFormValues {
  const values: EstimateFormValues = { ...emptyForm, ...draft?.values, ...typed }
  const isNewLink = linkedType !== draft?.linkedType
  if (linkedType && !typed.projectType && (isNewLink || values.projectType === '')) values.projectType = linkedType
  if (values.email === '') values.email = consultationEmail?.trim() ?? ''
  return values
}

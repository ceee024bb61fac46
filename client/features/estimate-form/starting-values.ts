import type { Draft } from './draft-store.ts'
import { type EstimateFormValues, emptyForm } from './form-values.ts'

type Sources = {
  /** What stands in the inputs already, empty ones left out. */
  typed: Partial<EstimateFormValues>
  draft: Draft | undefined
  /** The project type that the page's address asks for. */
  linkedType: string | undefined
  /** The address that the header's form has kept on the device. */
  consultationEmail: string | undefined
}

/**
 * What the form begins with. What was typed before the scripts had come counts most, then the draft, then what is known
 * otherwise. Only a project type in the page's address counts more than the draft's, since the visitor has just
 * followed a link with it; after that, and so after a reload, the choice made in the form counts again.
 */
export function startingValues({ typed, draft, linkedType, consultationEmail }: Sources): EstimateFormValues {
  const values: EstimateFormValues = { ...emptyForm, ...draft?.values, ...typed }
  const linkIsNews = linkedType !== draft?.linkedType
  if (linkedType && !typed.projectType && (linkIsNews || values.projectType === '')) values.projectType = linkedType
  if (values.email === '') values.email = consultationEmail?.trim() ?? ''
  return values
}

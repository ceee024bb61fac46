import { Changing } from '#client/components/changing.tsx'
import { budgetRanges, optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { shortPlace } from '#shared/estimates/short-place.ts'

/** A line may break behind it, never before. */
export const factSeparator = '\u00a0· '

type ProjectSummaryProps = { projectType: string; location: string; budgetRange: string }

/** For instance “Kitchen Remodel · $50,000 - $100,000 · Brooklyn 11216”. A phone may cut the place. */
export function ProjectSummary({ projectType, location, budgetRange }: ProjectSummaryProps) {
  return (
    <>
      <Changing>{`${optionLabel(projectTypes, projectType)}${factSeparator}${optionLabel(budgetRanges, budgetRange)}${factSeparator}`}</Changing>
      <bdi>{shortPlace(location)}</bdi>
    </>
  )
}

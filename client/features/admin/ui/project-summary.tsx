import { Changing } from '#client/components/changing.tsx'
import { budgetRanges, optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { shortPlace } from '#shared/estimates/short-place.ts'
import styles from './project-summary.module.css'

/** A line may break behind it, never before. */
export const factSeparator = '\u00a0· '

type ProjectSummaryProps = { projectType: string; location: string; budgetRange: string }

/** For instance “Kitchen Remodel · Brooklyn 11216 · $50,000 - $100,000”. */
export function ProjectSummary({ projectType, location, budgetRange }: ProjectSummaryProps) {
  return (
    <>
      <Changing>{optionLabel(projectTypes, projectType)}</Changing>
      {factSeparator}
      <bdi>{shortPlace(location)}</bdi>
      {factSeparator}
      <span className={styles.budget}>{optionLabel(budgetRanges, budgetRange)}</span>
    </>
  )
}

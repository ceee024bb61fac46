import type { ListedEstimate } from '#client/lib/api.ts'
import { formatDay, formatWholeNumber } from '#shared/formatting.ts'
import { budgetRanges, optionLabel, projectTypes, propertyTypes, timelines } from '#shared/options.ts'
import { DescriptionItem } from './description-item.tsx'
import styles from './estimate-facts.module.css'

type EstimateFactsProps = {
  estimate: ListedEstimate
  /** Aligns the facts of cards below each other. */
  aligned?: boolean
}

export function EstimateFacts({ estimate, aligned = false }: EstimateFactsProps) {
  const { propertyType, squareFootage, createdAt } = estimate
  return (
    <dl className={aligned ? `${styles.facts} ${styles.aligned}` : styles.facts}>
      <DescriptionItem label="Type">{optionLabel(projectTypes, estimate.projectType)}</DescriptionItem>
      <DescriptionItem label="Location">{estimate.location}</DescriptionItem>
      <DescriptionItem label="Property type">
        {propertyType ? optionLabel(propertyTypes, propertyType) : <span className={styles.none}>Not given</span>}
      </DescriptionItem>
      {squareFootage !== null && (
        <DescriptionItem label="Square footage">{formatWholeNumber(squareFootage)}</DescriptionItem>
      )}
      <DescriptionItem label="Timeline">{optionLabel(timelines, estimate.timeline)}</DescriptionItem>
      <DescriptionItem label="Budget">{optionLabel(budgetRanges, estimate.budgetRange)}</DescriptionItem>
      <DescriptionItem label="Submitted">
        <time dateTime={createdAt}>{formatDay(new Date(createdAt))}</time>
      </DescriptionItem>
    </dl>
  )
}

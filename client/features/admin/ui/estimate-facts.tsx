import type { ListedEstimate } from '#client/lib/api.ts'
import { formatDay, formatWholeNumber } from '#shared/formatting.ts'
import { budgetRanges, optionLabel, projectTypes, propertyTypes, timelines } from '#shared/options.ts'
import { Fact } from './description-item.tsx'
import styles from './estimate-facts.module.css'

type EstimateFactsProps = {
  estimate: ListedEstimate
  /** For cards below each other, which can then be read by column. */
  aligned?: boolean
}

/** What is asked for, where, when and for how much, in a few words each. */
export function EstimateFacts({ estimate, aligned = false }: EstimateFactsProps) {
  const { propertyType, squareFootage, createdAt } = estimate
  return (
    <dl className={aligned ? `${styles.facts} ${styles.aligned}` : styles.facts}>
      <Fact label="Type">{optionLabel(projectTypes, estimate.projectType)}</Fact>
      <Fact label="Location">{estimate.location}</Fact>
      <Fact label="Property type">
        {propertyType ? optionLabel(propertyTypes, propertyType) : <span className={styles.none}>Not given</span>}
      </Fact>
      {squareFootage !== null && <Fact label="Square footage">{formatWholeNumber(squareFootage)}</Fact>}
      <Fact label="Timeline">{optionLabel(timelines, estimate.timeline)}</Fact>
      <Fact label="Budget">{optionLabel(budgetRanges, estimate.budgetRange)}</Fact>
      <Fact label="Submitted">
        <time dateTime={createdAt}>{formatDay(new Date(createdAt))}</time>
      </Fact>
    </dl>
  )
}

import type { EstimateAnswers } from '#client/lib/api.ts'
import { answerText } from '#shared/estimates/answers.ts'
import { formatDay } from '#shared/formatting.ts'
import { DescriptionItem } from './description-item.tsx'
import styles from './estimate-facts.module.css'
import { factLabel, factNames } from './fact-labels.ts'

type EstimateFactsProps = {
  estimate: EstimateAnswers
  /** Facts that the page shows elsewhere. */
  without?: readonly ('location' | 'day')[]
}

/** What the visitor left open is left out. */
export function EstimateFacts({ estimate, without = [] }: EstimateFactsProps) {
  const { createdAt } = estimate
  return (
    <dl className={styles.facts}>
      {factNames.map((name) => {
        const text = answerText(estimate, name)
        if (!text || (name === 'location' && without.includes(name))) return null
        return (
          <DescriptionItem key={name} label={factLabel(name)}>
            {text}
          </DescriptionItem>
        )
      })}
      {!without.includes('day') && (
        <DescriptionItem label="Submitted">
          <time dateTime={createdAt}>{formatDay(new Date(createdAt))}</time>
        </DescriptionItem>
      )}
    </dl>
  )
}

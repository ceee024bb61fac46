import type { EstimateAnswers } from '#client/lib/api.ts'
import { answerText } from '#shared/estimates/answers.ts'
import { estimateFields } from '#shared/estimates/fields.ts'
import { formatDay } from '#shared/formatting.ts'
import { DescriptionItem } from './description-item.tsx'
import styles from './estimate-facts.module.css'
import { type FactName, factLabel, factNames } from './fact-labels.ts'

type EstimateFactsProps = {
  estimate: EstimateAnswers
  /** Facts that the page shows elsewhere. */
  without?: readonly ('location' | 'day')[]
}

export function EstimateFacts({ estimate, without = [] }: EstimateFactsProps) {
  const { createdAt } = estimate
  return (
    <dl className={styles.facts}>
      {factNames.map((name) =>
        name === 'location' && without.includes(name) ? null : <Fact key={name} estimate={estimate} name={name} />,
      )}
      {!without.includes('day') && (
        <DescriptionItem label="Submitted">
          <time dateTime={createdAt}>{formatDay(new Date(createdAt))}</time>
        </DescriptionItem>
      )}
    </dl>
  )
}

function Fact({ estimate, name }: { estimate: EstimateAnswers; name: FactName }) {
  const text = answerText(estimate, name)
  if (estimate.erasedAt && !text) return null
  if (text === null && estimateFields[name].kind !== 'choice') return null
  return (
    <DescriptionItem label={factLabel(name)}>{text ?? <span className={styles.none}>Not given</span>}</DescriptionItem>
  )
}

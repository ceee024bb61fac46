import type { EstimateAnswers } from '#client/lib/api.ts'
import { answerText } from '#shared/estimates/answers.ts'
import { estimateFields } from '#shared/estimates/fields.ts'
import { formatDay } from '#shared/formatting.ts'
import { DescriptionItem } from './description-item.tsx'
import styles from './estimate-facts.module.css'
import { type FactName, factLabel, factNames } from './fact-names.ts'

type EstimateFactsProps = {
  estimate: EstimateAnswers
  /** Without place and day, which the print sheet has elsewhere. */
  brief?: boolean
}

export function EstimateFacts({ estimate, brief = false }: EstimateFactsProps) {
  const { createdAt } = estimate
  return (
    <dl className={styles.facts}>
      {factNames.map((name) =>
        brief && name === 'location' ? null : <Fact key={name} estimate={estimate} name={name} />,
      )}
      {!brief && (
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

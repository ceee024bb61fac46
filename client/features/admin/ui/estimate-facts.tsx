import type { ListedEstimate } from '#client/lib/api.ts'
import { answerText } from '#shared/estimates/answers.ts'
import { type EstimateField, estimateFields, staffFieldNames } from '#shared/estimates/fields.ts'
import { formatDay } from '#shared/formatting.ts'
import { DescriptionItem } from './description-item.tsx'
import styles from './estimate-facts.module.css'

/** Omits name and phone, which appear elsewhere. */
const factNames = staffFieldNames.filter(
  (name) => ['line', 'choice', 'number'].includes(estimateFields[name].kind) && name !== 'name' && name !== 'phone',
)

type EstimateFactsProps = {
  estimate: ListedEstimate
  /** Aligns the facts of consecutive cards. */
  aligned?: boolean
}

export function EstimateFacts({ estimate, aligned = false }: EstimateFactsProps) {
  const { createdAt } = estimate
  return (
    <dl className={aligned ? `${styles.facts} ${styles.aligned}` : styles.facts}>
      {factNames.map((name) => (
        <Fact key={name} name={name} text={answerText(estimate, name)} />
      ))}
      <DescriptionItem label="Submitted">
        <time dateTime={createdAt}>{formatDay(new Date(createdAt))}</time>
      </DescriptionItem>
    </dl>
  )
}

function Fact({ name, text }: { name: EstimateField; text: string | null }) {
  const { kind, staffLabel } = estimateFields[name]
  if (text === null && kind !== 'choice') return null
  return (
    <DescriptionItem label={name === 'projectType' ? 'Type' : staffLabel}>
      {text ?? <span className={styles.none}>Not given</span>}
    </DescriptionItem>
  )
}

import type { ListedEstimate } from '#client/lib/api.ts'
import { answerText } from '#shared/estimates/answers.ts'
import { estimateFields } from '#shared/estimates/fields.ts'
import { formatDay } from '#shared/formatting.ts'
import { DescriptionItem } from '../ui/description-item.tsx'
import { type FactName, factLabel, factNames } from '../ui/fact-labels.ts'
import { factSeparator } from '../ui/project-summary.tsx'
import styles from './card-facts.module.css'

const separator = (
  <span className={styles.separator} aria-hidden="true">
    {factSeparator}
  </span>
)

/** Shows one row of values that explain themselves, so the labels are only for screen readers and copied text. */
export function CardFacts({ estimate }: { estimate: ListedEstimate }) {
  const { createdAt } = estimate
  return (
    <dl className={styles.facts}>
      {factNames.map((name) => {
        const text = cardText(estimate, name)
        return (
          text !== null && (
            <DescriptionItem key={name} label={`${factLabel(name)}: `} className={styles[name]} separator={separator}>
              {text}
            </DescriptionItem>
          )
        )
      })}
      <DescriptionItem label="Submitted: " className={styles.submitted}>
        <time dateTime={createdAt}>{formatDay(new Date(createdAt))}</time>
      </DescriptionItem>
    </dl>
  )
}

function cardText(estimate: ListedEstimate, name: FactName): string | null {
  const field = estimateFields[name]
  const text = answerText(estimate, name)
  if (estimate.erasedAt && !text) return null
  if (text === null) return field.kind === 'choice' ? `No ${field.staffLabel.toLowerCase()}` : null
  return field.kind === 'number' ? `${text} ${field.unit}` : text
}

import type { ReactNode } from 'react'
import type { EstimateAnswers } from '#client/lib/api.ts'
import { answerText } from '#shared/estimates/answers.ts'
import { type EstimateField, estimateFields, staffFieldNames } from '#shared/estimates/fields.ts'
import { formatDay } from '#shared/formatting.ts'
import styles from './estimate-facts.module.css'

/** These stand with the name and where one calls. */
const shownElsewhere = ['name', 'phone', 'bestTime'] as const satisfies readonly EstimateField[]

export type FactName = Exclude<EstimateField, (typeof shownElsewhere)[number]>

export const factNames = staffFieldNames.filter(
  (name): name is FactName =>
    ['line', 'choice', 'number'].includes(estimateFields[name].kind) && !shownElsewhere.some((other) => other === name),
)

export function factLabel(name: FactName): string {
  return name === 'projectType' ? 'Type' : estimateFields[name].staffLabel
}

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

type DescriptionItemProps = {
  label: string
  className?: string | undefined
  children: ReactNode
  /** It follows the value. */
  separator?: ReactNode
}

/** The value may have any language and direction. */
export function DescriptionItem({ label, className, children, separator }: DescriptionItemProps) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd>
        <bdi>{children}</bdi>
        {separator}
      </dd>
    </div>
  )
}

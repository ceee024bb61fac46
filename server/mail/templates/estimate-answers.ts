import type { EmailedEstimate } from '#server/mail/messages/claimed-message.ts'
import { answerText } from '#shared/estimates/answers.ts'
import { type EstimateFieldRow, estimateFieldNames, estimateFields } from '#shared/estimates/fields.ts'
import { safeText } from './safe-text.ts'

export type Answer = {
  readonly label: string
  readonly value: string
  /** It appears below its label. */
  readonly long?: boolean
}

type EstimateAnswers = {
  readonly given: readonly Answer[]
  /** The labels of empty fields, apart from boxes that were not checked. */
  readonly missing: readonly string[]
}

/** The lookbehind keeps matching linear. */
const lineEnds = /(?<!\s)\s*\n\s*/g

const typedKinds: readonly EstimateFieldRow['kind'][] = ['line', 'email', 'text']

/** The visitor chose these, and typed no text. */
export const chosenFieldNames = estimateFieldNames.filter((name) => !typedKinds.includes(estimateFields[name].kind))

/** @param quote transforms texts that the visitor typed */
export function estimateAnswers(
  estimate: EmailedEstimate,
  quote = (text: string) => text,
  fields = estimateFieldNames,
): EstimateAnswers {
  const missing: string[] = []
  const answers = fields.flatMap((name): Answer[] => {
    const field: EstimateFieldRow = estimateFields[name]
    const label = field.mailLabel ?? sentenceCase(field.label)
    const text = answerText(estimate, name)
    // Without a best time, any will do.
    if (!text && name !== 'bestTime') missing.push(label)
    if (!text || estimate[name] === false) return []
    const isLong = field.kind === 'text'
    // The visitor's own address may become a link, but not a page that it seems to name.
    const quoted = field.kind === 'email' && !text.includes('/') ? (value: string) => value : quote
    return [{ label, value: quoted(oneLineUnless(isLong, safeText(text))) + getUnit(field), long: isLong }]
  })
  return { given: [...answers.filter(({ long }) => !long), ...answers.filter(({ long }) => long)], missing }
}

const sentenceCase = (label: string) => label.charAt(0) + label.slice(1).toLowerCase()
const oneLineUnless = (isLong: boolean, text: string) => (isLong ? text : text.replace(lineEnds, ' '))
const getUnit = (field: EstimateFieldRow) => (field.kind === 'number' ? ` ${field.unit}` : '')

import { answerText, type StoredAnswers } from '#shared/estimates/answers.ts'
import { type EstimateFieldRow, estimateFieldNames, estimateFields } from '#shared/estimates/fields.ts'
import { safeText } from './safe-text.ts'

/** What the messages about a request tell of it. */
export type EstimateForMail = StoredAnswers & {
  readonly id: string
  readonly reference: string
  readonly createdAt: Date
  /** By when the visitor is contacted. Null where staff has marked the request as spam since the mail was written. */
  readonly dueAt: Date | null
}

/** One line of the form as people read it. */
export type Answer = {
  readonly label: string
  /** Undefined when the visitor left the field empty. */
  readonly value: string | undefined
  /** Of several lines, so it stands below its label rather than beside it. */
  readonly long: boolean
}

/** Line ends with the white space around them; begins at the first of it, so that much of it is read once. */
const lineEnds = /(?<!\s)\s*\n\s*/g

/**
 * Lists every field of an estimate in the form's order, the long texts last, with labels in place of stored values.
 *
 * @param quote transforms texts that the visitor typed
 */
export function estimateAnswers(estimate: EstimateForMail, quote = (text: string) => text): Answer[] {
  const answers = estimateFieldNames.map((name): Answer => {
    const field = estimateFields[name]
    const text = answerText(estimate, name)
    const isLong = field.kind === 'text'
    // Not quoted: in the visitor's e-mail it is the recipient's own address.
    const quoted = field.kind === 'email' ? (value: string) => value : quote
    return {
      label: 'mailLabel' in field ? field.mailLabel : sentenceCase(field.label),
      value: text === null ? undefined : quoted(oneLineUnless(isLong, safeText(text))) + unitOf(field),
      long: isLong,
    }
  })
  return [...answers.filter(({ long }) => !long), ...answers.filter(({ long }) => long)]
}

const sentenceCase = (label: string) => label.charAt(0) + label.slice(1).toLowerCase()
const oneLineUnless = (isLong: boolean, text: string) => (isLong ? text : text.replace(lineEnds, ' '))
const unitOf = (field: EstimateFieldRow) => (field.kind === 'number' ? ` ${field.unit}` : '')

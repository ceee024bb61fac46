import { budgetRanges, optionLabel, projectTypes, propertyTypes, timelines } from '#shared/estimates/options.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import { safeText } from './safe-text.ts'

/** What the messages about a request tell of it. */
export type EstimateForMail = {
  readonly id: string
  readonly reference: string
  readonly name: string
  readonly email: string
  readonly phone: string | null
  readonly projectType: string
  readonly projectDescription: string | null
  readonly location: string
  readonly timeline: string
  readonly budgetRange: string
  readonly squareFootage: number | null
  readonly propertyType: string | null
  readonly specificRequirements: string | null
  readonly urgent: boolean
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

const asItIs = (text: string): string => text

/**
 * Every field of a request in the form's order, with words in place of stored values.
 *
 * @param quote what to do to a text that the visitor typed
 */
export function estimateAnswers(estimate: EstimateForMail, quote = asItIs): Answer[] {
  const { phone, propertyType, squareFootage, projectDescription, specificRequirements } = estimate
  const short = (label: string, value: string | null, quoted = quote) => ({
    label,
    value: value === null ? undefined : quoted(safeText(value).replace(lineEnds, ' ')),
    long: false,
  })
  const long = (label: string, value: string | null) => ({
    label,
    value: value === null ? undefined : quote(safeText(value)),
    long: true,
  })
  return [
    short('Full name', estimate.name),
    // As it is: in a letter to the visitor it is the address that the letter goes to.
    short('Email address', estimate.email, asItIs),
    short('Phone number', phone),
    short('Project type', optionLabel(projectTypes, estimate.projectType)),
    short('Property type', propertyType && optionLabel(propertyTypes, propertyType)),
    short('Square footage', squareFootage === null ? null : `${formatWholeNumber(squareFootage)} sq ft`),
    short('Project location', estimate.location),
    short('Desired timeline', optionLabel(timelines, estimate.timeline)),
    short('Budget range', optionLabel(budgetRanges, estimate.budgetRange)),
    short('Urgent project', estimate.urgent ? 'Yes' : 'No'),
    long('Project description', projectDescription),
    long('Special requirements or considerations', specificRequirements),
  ]
}

import type { EmailedEstimate } from '#server/mail/messages/prepare-message.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import { budgetRanges, optionLabel, projectTypes, propertyTypes, timelines } from '#shared/options.ts'
import { safeText } from './safe-text.ts'

/** A field of the estimate form with its label. */
export type Answer = {
  readonly label: string
  /** Undefined if the visitor left the field empty. */
  readonly value: string | undefined
  /** May have several lines, so it goes below its label instead of beside it. */
  readonly long: boolean
}

/** Line breaks with the white space around them. The lookbehind keeps matching linear. */
const lineEnds = /(?<!\s)\s*\n\s*/g

const unchanged = (text: string): string => text

/**
 * Lists every field of an estimate in the form's order, with labels in place of stored option values.
 *
 * @param quote transforms texts that the visitor typed
 */
export function estimateAnswers(estimate: EmailedEstimate, quote = unchanged): Answer[] {
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
    // Not unlinked: in the visitor's email it is the recipient's own address.
    short('Email address', estimate.email, unchanged),
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

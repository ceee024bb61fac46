import type { EmailedEstimate } from '#server/mail/messages/prepare-message.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import { budgetRanges, optionLabel, projectTypes, propertyTypes, timelines } from '#shared/options.ts'
import { safeText } from './safe-text.ts'

export type Answer = {
  readonly label: string
  /** Undefined if the visitor left the field empty. */
  readonly value: string | undefined
  /** Shown below its label instead of beside it. */
  readonly long: boolean
}

/** The lookbehind keeps matching linear. */
const lineEnds = /(?<!\s)\s*\n\s*/g

const unchanged = (text: string): string => text

/** @param quote transforms texts that the visitor typed */
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
    // The recipient's own address in the visitor's email, so it may become a link.
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

import { type EstimateFields, estimateInputSchema } from '#shared/estimates/estimate-input.ts'

/** What stands in the form: texts as they were typed, the value of each choice (empty when none is made). */
export type EstimateFormValues = {
  name: string
  email: string
  phone: string
  projectType: string
  propertyType: string
  squareFootage: string
  projectDescription: string
  location: string
  timeline: string
  budgetRange: string
  specificRequirements: string
  urgent: boolean
}

export type EstimateField = keyof EstimateFormValues

/** The empty form. Its fields stand in the order of the page, in which the first wrong one is looked for. */
export const emptyForm: Readonly<EstimateFormValues> = {
  name: '',
  email: '',
  phone: '',
  projectType: '',
  propertyType: '',
  squareFootage: '',
  projectDescription: '',
  location: '',
  timeline: '',
  budgetRange: '',
  specificRequirements: '',
  urgent: false,
}

export const estimateFields = Object.keys(emptyForm) as EstimateField[]

export type EstimateFormErrors = Partial<Record<EstimateField, string>>

/** Either what can be sent, trimmed and cut to the limits, or what is wrong with which field. */
export type CheckedForm = { ok: true; request: EstimateFields } | { ok: false; errors: EstimateFormErrors }

/** Checks the form by the rules that the server has too. */
export function checkForm(values: EstimateFormValues): CheckedForm {
  const parsed = estimateInputSchema.safeParse(toCandidate(values))
  if (parsed.success) return { ok: true, request: parsed.data }

  const errors: EstimateFormErrors = {}
  for (const issue of parsed.error.issues) {
    const field = estimateFields.find((candidate) => candidate === issue.path[0])
    if (field) errors[field] ??= issue.message
  }
  return { ok: false, errors }
}

/** The first field, from the top of the page, that has an error. */
export function firstWrongField(errors: Partial<Record<string, unknown>>): EstimateField | undefined {
  return estimateFields.find((field) => errors[field])
}

function toCandidate(values: EstimateFormValues): Record<EstimateField, unknown> {
  return {
    name: singleLine(values.name),
    email: singleLine(values.email),
    phone: singleLine(values.phone),
    projectType: values.projectType || undefined,
    propertyType: values.propertyType || undefined,
    squareFootage: toWholeNumber(values.squareFootage),
    projectDescription: withoutUnseen(values.projectDescription),
    location: singleLine(values.location),
    timeline: values.timeline || undefined,
    budgetRange: values.budgetRange || undefined,
    specificRequirements: withoutUnseen(values.specificRequirements),
    urgent: values.urgent,
  }
}

// People paste such characters out of PDFs and chats without seeing them, so they could not find what is wrong.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what these are for
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\p{Surrogate}/gu
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g

/** A text as it is sent but for the spaces around it: with line feeds alone, and without characters that nobody sees. */
export function withoutUnseen(text: string): string {
  return text.replace(lineEnds, '\n').replace(unseen, '')
}

function singleLine(text: string): string {
  return withoutUnseen(text).replace(/[\n\t]+/g, ' ')
}

/** `1200`, `1,200` and `1 200 sq ft` are 1200; empty is null; what is no whole number is NaN, which no rule lets pass. */
function toWholeNumber(text: string): number | null {
  const bare = singleLine(text)
    .trim()
    .replace(/\s*(sq\.?\s*ft\.?|square\s+feet|sf)$/i, '')
  if (bare === '') return null
  const digits = bare.replace(/[,\s]/g, '')
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN
}

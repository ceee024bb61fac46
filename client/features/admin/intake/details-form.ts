import { schemaResolver } from '@mantine/form'
import * as z from 'zod/mini'
import { type EstimateFormValues, emptyForm, valuesToCheck } from '#client/lib/estimate-values.ts'
import { parseNewYorkTime } from '#shared/calendar-days.ts'
import type { StoredAnswers } from '#shared/estimates/answers.ts'
import { detailSchemas, isReachable } from '#shared/estimates/estimate-details.ts'
import { type EstimateField, estimateFieldNames } from '#shared/estimates/fields.ts'
import { otherSource } from '#shared/estimates/lead-source.ts'
import { callTimeProblem, type PhoneEstimateInput, phoneEstimateSchema } from '#shared/estimates/phone-estimate.ts'

const detailsSchema = z.strictObject(detailSchemas).check(isReachable)

/** The server's input, already checked by {@link detailErrors}. */
type DetailInput = z.input<typeof detailsSchema>

export function detailInput(values: EstimateFormValues): DetailInput {
  return valuesToCheck(values) as DetailInput
}

const checkDetails = schemaResolver(detailsSchema, { sync: true })

export function detailErrors(values: EstimateFormValues) {
  return checkDetails(valuesToCheck(values))
}

/** A stored draft may have any shape, so each field is checked. */
export function readValues<Values extends object>(stored: unknown, empty: Values): Values {
  const found: Record<string, unknown> = { ...(stored as object) }
  const values = Object.entries(empty).map(([field, none]) => {
    const value = found[field]
    return [field, typeof value === typeof none ? value : none]
  })
  return Object.fromEntries(values) as Values
}

/** The values of the form that show stored answers. */
export function formOfAnswers(answers: StoredAnswers): EstimateFormValues {
  const values = estimateFieldNames.map((field) => {
    const answer = answers[field]
    return [field, typeof answer === 'boolean' ? answer : String(answer ?? '')]
  })
  return Object.fromEntries(values) as EstimateFormValues
}

export type PhoneFormValues = EstimateFormValues & {
  readonly caller: string
  /** It is one of the options, `other`, or empty. */
  readonly heardFrom: string
  /** These words count only with `other`. */
  readonly heardElsewhere: string
  /** The time is New York's wall time, like `2025-01-31T15:10`. */
  readonly calledAt: string
  readonly note: string
  readonly sendConfirmation: boolean
}

export const emptyPhoneForm: Readonly<PhoneFormValues> = {
  ...emptyForm,
  caller: '',
  heardFrom: '',
  heardElsewhere: '',
  calledAt: '',
  note: '',
  sendConfirmation: false,
}

export function phoneInput(values: PhoneFormValues, requestKey: string): PhoneEstimateInput {
  const { caller, calledAt, heardFrom, heardElsewhere, note, sendConfirmation } = values
  return {
    ...detailInput(values),
    requestKey,
    caller,
    heardFrom: heardFrom === otherSource ? heardElsewhere.trim() || otherSource : heardFrom,
    calledAt: parseNewYorkTime(calledAt)?.toISOString() ?? '',
    note,
    // The box is hidden without an address.
    sendConfirmation: sendConfirmation && values.email.trim() !== '',
  }
}

const checkPhone = schemaResolver(phoneEstimateSchema, { sync: true })
const anyKey = '00000000-0000-4000-8000-000000000000'

export function phoneErrors(values: PhoneFormValues) {
  const calledAt = parseNewYorkTime(values.calledAt)
  const problem = calledAt && callTimeProblem(calledAt, new Date(Date.now()))
  return { ...checkPhone(phoneInput(values, anyKey)), ...(problem ? { calledAt: problem } : {}) }
}

/** These are in the order in which they come up in a call. */
export const customerFields = [
  'name',
  'phone',
  'bestTime',
  'email',
  'location',
] as const satisfies readonly EstimateField[]
export const projectFields = [
  'projectType',
  'budgetRange',
  'timeline',
  'urgent',
  'projectDescription',
] as const satisfies readonly EstimateField[]
export const moreFields = [
  'propertyType',
  'squareFootage',
  'specificRequirements',
] as const satisfies readonly EstimateField[]

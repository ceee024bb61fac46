import * as z from 'zod/mini'
import { emailAddress, optionalLongText, optionalSingleLineText, singleLineText } from '#shared/field-atoms.ts'
import { fieldLimits, maxInteger } from '#shared/field-limits.ts'
import { budgetRanges, type OptionValue, optionValues, projectTypes, propertyTypes, timelines } from './options.ts'

const squareFootageMessage = 'Please enter the square footage as a whole number.'

/**
 * A visitor's request for an estimate: what the form checks before it sends and what `estimates.submit` takes.
 * Texts come out trimmed and cut to their limits, empty optional ones absent, an empty square footage null.
 */
export const estimateInputSchema = z.strictObject(
  {
    name: singleLineText(fieldLimits.name, { length: 2, message: 'Name must be at least 2 characters.' }),
    email: emailAddress(fieldLimits.email, 'Please enter a valid email address.'),
    phone: optionalSingleLineText(fieldLimits.phone),
    projectType: z.enum(optionValues(projectTypes), { error: 'Please select a project type.' }),
    projectDescription: optionalLongText(fieldLimits.projectDescription),
    location: singleLineText(fieldLimits.location, { length: 2, message: 'Please enter the project location.' }),
    timeline: z.enum(optionValues(timelines), { error: 'Please select a timeline.' }),
    budgetRange: z.enum(optionValues(budgetRanges), { error: 'Please select a budget range.' }),
    squareFootage: z.pipe(
      z.nullish(
        z.number({ error: squareFootageMessage }).check(
          z.refine((feet) => Number.isInteger(feet) && feet >= 0 && feet <= maxInteger, {
            error: squareFootageMessage,
          }),
        ),
      ),
      z.transform((squareFootage: number | null | undefined) => squareFootage ?? null),
    ),
    propertyType: z.optional(
      z.pipe(
        z.enum(['', ...optionValues(propertyTypes)], { error: 'Please select one of the property types.' }),
        z.transform((propertyType: '' | OptionValue<typeof propertyTypes>) => propertyType || undefined),
      ),
    ),
    specificRequirements: optionalLongText(fieldLimits.specificRequirements),
    urgent: z._default(z.boolean({ error: 'This must be true or false.' }), false),
    /** A UUID made once per request by whoever sends it: sending again with the same key is the same request. */
    requestKey: z.optional(z.uuid({ error: 'A request key must be a UUID.' }).check(z.toLowerCase())),
    /**
     * What `estimates.openForm` answered when somebody began to fill the form in. Anything is taken; a wrong one is looked
     * into later.
     */
    formToken: z.optional(z.unknown()),
    /** A field that nobody sees, so that whatever stands in it was not typed by a person. */
    remarks: z.optional(z.unknown()),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `A request has no field ${issue.keys.join(', ')}.`
        : 'A request must be an object of fields.',
  },
)

/** What may be sent. */
export type EstimateInput = z.input<typeof estimateInputSchema>
/** A checked request, with what came along with it. */
export type CheckedEstimate = z.output<typeof estimateInputSchema>
/** What comes along with a visitor's answers and is none of them. */
export const sendingDetails = ['requestKey', 'formToken', 'remarks'] as const satisfies (keyof CheckedEstimate)[]
/** What the visitor answered, which is what is stored as it is. */
export type EstimateFields = Omit<CheckedEstimate, (typeof sendingDetails)[number]>

import * as z from 'zod/mini'
import { emailAddress, optionalLongText, optionalSingleLineText, singleLineText } from '#shared/field-atoms.ts'
import { maxInteger } from '#shared/field-limits.ts'
import { type EstimateField, type EstimateFieldRow, estimateFieldNames, estimateFields } from './fields.ts'
import { type OptionList, type OptionValue, optionValues } from './options.ts'

/** A whole number that both databases hold. One that is absent comes out as null. */
const wholeNumber = (error: string) =>
  z.pipe(
    z.nullish(
      z
        .number({ error })
        .check(z.refine((value) => Number.isInteger(value) && value >= 0 && value <= maxInteger, { error })),
    ),
    z.transform((value: number | null | undefined) => value ?? null),
  )

const flag = () => z._default(z.boolean({ error: 'This must be true or false.' }), false)

type Text<Row> = Row extends { options: infer Options extends OptionList } ? OptionValue<Options> : string

type FieldSchema<Row> = Row extends { kind: 'number' }
  ? ReturnType<typeof wholeNumber>
  : Row extends { kind: 'flag' }
    ? ReturnType<typeof flag>
    : Row extends { required: object }
      ? z.ZodMiniType<Text<Row>, Text<Row>>
      : z.ZodMiniOptional<z.ZodMiniType<Text<Row> | undefined, Text<Row> | ''>>

function optionalChoice(values: readonly string[], error: string) {
  const choice = z.enum(['', ...values], { error })
  return z.optional(
    z.pipe(
      choice,
      z.transform((value: string) => value || undefined),
    ),
  )
}

function fieldSchema(field: EstimateFieldRow) {
  switch (field.kind) {
    case 'line':
      return field.required
        ? singleLineText(field.limit, { length: field.required.minLength, message: field.required.message })
        : optionalSingleLineText(field.limit)
    case 'email':
      return emailAddress(field.limit, field.required.message)
    case 'text':
      return optionalLongText(field.limit)
    case 'choice':
      return field.required
        ? z.enum(optionValues(field.options), { error: field.required.message })
        : optionalChoice(optionValues(field.options), field.message)
    case 'number':
      return wholeNumber(field.message)
    case 'flag':
      return flag()
  }
}

const answers = Object.fromEntries(
  estimateFieldNames.map((name) => [name, fieldSchema(estimateFields[name])]),
) as unknown as {
  [Field in EstimateField]: FieldSchema<(typeof estimateFields)[Field]>
}

/**
 * The input of `estimates.submit`, which the form checks by the same rules. Texts come out trimmed and cut to their
 * limits, empty optional ones absent, an empty square footage null.
 */
export const estimateInputSchema = z.strictObject(
  {
    ...answers,
    /** A UUID made once per estimate by the client. Sending again with the same key stores nothing new. */
    requestKey: z.optional(z.uuid({ error: 'A request key must be a UUID.' }).check(z.toLowerCase())),
    /** The response of `estimates.openForm`. Any value is accepted here; the spam check judges it. */
    formToken: z.optional(z.unknown()),
    /** The honeypot: a field that people cannot see. */
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
/** A checked estimate, with what came along with it. */
export type CheckedEstimate = z.output<typeof estimateInputSchema>
/** The visitor's answers, which are stored as they are. */
export type EstimateFields = Pick<CheckedEstimate, EstimateField>

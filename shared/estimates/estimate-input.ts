import * as z from 'zod/mini'
import { emailAddress, optionalLongText, optionalSingleLineText, singleLineText } from '#shared/field-atoms.ts'
import { maxInteger } from '#shared/field-limits.ts'
import { type EstimateField, type EstimateFieldRow, estimateFieldNames, estimateFields } from './fields.ts'
import { type OptionList, type OptionValue, optionValues } from './options.ts'
import { maxPhotos, photoProblems } from './photos.ts'

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

/** The schemas by field. An object of them has the rules of the form. */
export const answerSchemas = Object.fromEntries(
  estimateFieldNames.map((name) => [name, fieldSchema(estimateFields[name])]),
) as unknown as {
  [Field in EstimateField]: FieldSchema<(typeof estimateFields)[Field]>
}

/** The form follows the same rules. Texts are trimmed and cut; empty ones become absent. */
export const estimateInputSchema = z.strictObject(
  {
    ...answerSchemas,
    /** Sending the same key again stores nothing new. */
    requestKey: z.optional(z.uuid({ error: 'requestKey must be a UUID.' }).check(z.toLowerCase())),
    /** The spam check judges any value. */
    formToken: z.optional(z.unknown()),
    /** The server takes from it what it can use, and never refuses an estimate for it; see lead-source.ts. */
    firstTouch: z.optional(z.unknown()),
    /** The ids of the photos that were added to the form, also of those that are still on their way. */
    photos: z.optional(
      z
        .array(z.uuid({ error: 'A photo has a UUID.' }).check(z.toLowerCase()))
        .check(z.maxLength(maxPhotos, photoProblems.tooMany)),
    ),
    /** The honeypot, which people cannot see. */
    remarks: z.optional(z.unknown()),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `There is no field ${issue.keys.join(', ')}.`
        : 'The input must be an object of fields.',
  },
)

export type EstimateInput = z.input<typeof estimateInputSchema>
export type CheckedEstimate = z.output<typeof estimateInputSchema>
export type EstimateFields = Pick<CheckedEstimate, EstimateField>

import * as z from 'zod/mini'
import { bareAddress, emailAddress } from '#shared/field-atoms.ts'
import { answerSchemas } from './estimate-input.ts'
import { estimateFields } from './fields.ts'

const { limit, required } = estimateFields.email

/** It is empty for a caller without an address. */
const optionalEmail = z.pipe(
  z._default(z.string({ error: required.message }).check(z.overwrite(bareAddress)), ''),
  z.union([z.literal(''), emailAddress(limit, required.message)], { error: required.message }),
)

/**
 * The fields that staff may enter or correct: the visitors', under the same rules, but the email address is optional.
 */
export const detailSchemas = { ...answerSchemas, email: optionalEmail }

/** An estimate without any way to reach the customer is of no use. */
export const isReachable = z.refine<{ readonly email: string; readonly phone?: string | undefined }>(
  ({ email, phone }) => Boolean(email) || Boolean(phone),
  { path: ['phone'], error: 'Please enter a phone number or an email address.' },
)

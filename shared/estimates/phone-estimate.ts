import * as z from 'zod/mini'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { optionalLongText, optionalSingleLineText } from '#shared/field-atoms.ts'
import { fieldLimits } from '#shared/field-limits.ts'
import { detailSchemas, isReachable } from './estimate-details.ts'
import { workTextLimits } from './estimate-work.ts'

/** An older call is a typing error. */
export const maxCallAgeDays = 7

/** Clocks of browsers differ from the server's. */
const clockToleranceMs = 5 * minuteMs

/** Returns a sentence about a call that is too far from now. */
export function callTimeProblem(calledAt: Date, now: Date): string | undefined {
  const ago = now.getTime() - calledAt.getTime()
  if (ago < -clockToleranceMs) return 'The call cannot be in the future.'
  if (ago > maxCallAgeDays * dayMs) return `The call can be at most ${maxCallAgeDays} days ago.`
  return undefined
}

const timeMessage = 'Please enter the day and time of the call.'

export const phoneEstimateSchema = z
  .strictObject({
    ...detailSchemas,
    /** Sending the same key again stores nothing new. */
    requestKey: z.uuid({ error: 'requestKey must be a UUID.' }).check(z.toLowerCase()),
    /** The person who called, if it was not the customer. */
    caller: optionalSingleLineText(fieldLimits.name),
    calledAt: z.pipe(
      z.iso.datetime({ error: timeMessage }),
      z.transform((text: string) => new Date(text)),
    ),
    /** The answer to "How did you hear about us?", one of the options or other words. */
    heardFrom: optionalSingleLineText(fieldLimits.leadSource),
    /** The note on the call, which is the first contact. */
    note: optionalLongText(workTextLimits.note),
    /** The customer gets the ordinary confirmation at the email address. */
    sendConfirmation: z._default(z.boolean({ error: 'This must be true or false.' }), false),
  })
  .check(
    isReachable,
    z.refine(({ email, sendConfirmation }) => email !== '' || !sendConfirmation, {
      path: ['sendConfirmation'],
      error: 'A confirmation needs an email address.',
    }),
  )

/** What has been typed of a caller's, complete or not. */
export const callerSchema = z.strictObject({
  email: optionalSingleLineText(fieldLimits.email),
  phone: optionalSingleLineText(fieldLimits.phone),
})

export type PhoneEstimateInput = z.input<typeof phoneEstimateSchema>
export type Caller = z.output<typeof callerSchema>
export type PhoneEstimate = z.output<typeof phoneEstimateSchema>

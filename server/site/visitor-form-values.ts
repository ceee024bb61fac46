import * as z from 'zod/mini'
import type { VisitorChange } from '#server/estimates/visitor/visitor-changes.ts'
import { declineReasons, maxVisitorText } from '#shared/estimates/written-proposals.ts'
import { longText, singleLineText } from '#shared/field-atoms.ts'
import { fieldLimits } from '#shared/field-limits.ts'
import { findPhoneNumbers } from '#shared/phone-numbers.ts'

/** A local number has so many, without an area code. */
const fewestDigits = 7

const nothing = z._default(z.string(), '')
const phone = singleLineText(fieldLimits.phone, { length: 1, message: 'Please enter a phone number.' }).check(
  z.refine((typed) => findPhoneNumbers(typed).some(({ digits }) => digits.length >= fewestDigits), {
    error: 'This looks too short for a phone number. Please check it.',
  }),
)

/** Each form has at most one field, and these names. */
const fields = {
  accepted: singleLineText(fieldLimits.name, { length: 2, message: 'Please type your full name.' }),
  changes: longText(maxVisitorText, 'Please write what we should change.'),
  declined: z.enum(declineReasons, { error: 'Please choose a reason.' }),
  details: longText(maxVisitorText, 'Please write what you would like to add.'),
  phone,
  withdraw: nothing,
  return: nothing,
} as const

type TextForm = keyof typeof fields
export type VisitorForm = TextForm | 'photos'

/** What the page says after a form was sent. */
const notices: Readonly<Record<VisitorForm, string>> = {
  accepted: 'Thank you. We’ll prepare the contract and get back to you.',
  changes: 'Thank you. We’ll look at the changes and get back to you.',
  declined: 'Thank you for telling us.',
  details: 'Thank you. We added it to your request.',
  phone: 'Thank you. We’ll use the new number.',
  withdraw: 'Your request is withdrawn.',
  return: 'Your request is open again.',
  photos: 'Thank you. We added your photos.',
}

/** @param done what the address of the page says */
export function readNotice(done: unknown): string | undefined {
  return typeof done === 'string' && Object.hasOwn(notices, done) ? notices[done as VisitorForm] : undefined
}

function isTextForm(name: unknown): name is TextForm {
  return typeof name === 'string' && Object.hasOwn(fields, name)
}

/** A form that was refused, as the page shows it again. */
export type Refused = { readonly form: VisitorForm; readonly text: string; readonly problem: string }

export type SentForm = Exclude<VisitorChange, { readonly kind: 'opened' }>

/** @returns undefined for what no form of the page sends */
export function readVisitorForm(sent: URLSearchParams): SentForm | Refused | undefined {
  const form = sent.get('form')
  if (!isTextForm(form)) return undefined
  const text = sent.get('text') ?? ''
  const read = z.safeParse(fields[form], text)
  if (!read.success) return { form, text, problem: read.error.issues[0]?.message ?? '' }
  const number = Number(sent.get('number'))
  return { kind: form, number, text: read.data } as SentForm
}

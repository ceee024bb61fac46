import * as z from 'zod/mini'
import { singleLineText } from '#shared/field-atoms.ts'
import { listSearchSchema } from './estimate-list.ts'

export const savedViewLimits = {
  /** The limit is in UTF-16 code units. */
  name: 60,
  perPerson: 50,
} as const

const id = z.uuid({ error: 'There is no such view.' })
const name = singleLineText(savedViewLimits.name, { length: 1, message: 'Please enter a name.' })
const shared = z.boolean({ error: 'Sharing is either on or off.' })

export const createViewSchema = z.strictObject({ name, shared, search: listSearchSchema })
/** Omitted fields stay. */
export const changeViewSchema = z.strictObject({
  id,
  name: z.optional(name),
  shared: z.optional(shared),
  search: z.optional(listSearchSchema),
})
export const viewIdSchema = z.strictObject({ id })

export type SavedView = {
  readonly id: string
  readonly name: string
  /** Whether all staff members see it. */
  readonly shared: boolean
  /** The search as it is stored: an older filter may no longer be valid. The list's address drops what is not. */
  readonly search: Readonly<Record<string, unknown>>
  /** An email address; null for the reader's own views. */
  readonly owner: string | null
  /** Whether the reader may rename, replace and delete it. */
  readonly mayChange: boolean
}

import * as z from 'zod/mini'

/** Stands in the place of an erased person's name. */
export const erasedName = 'Erased'

/** The other estimates of a person are found and erased after these. */
export const maxPersonEstimates = 100

/** People confirm an erasure by typing this word or the reference, in any case. */
export const erasureWord = 'ERASE'

export function isErasureConfirmed(typed: string, reference: string): boolean {
  const text = typed.trim().toUpperCase()
  return text === erasureWord || text === reference.toUpperCase()
}

const id = z.uuid({ error: 'There is no such request.' })
const ids = z.array(id).check(z.maxLength(maxPersonEstimates))

export const findPersonSchema = z.strictObject({ id })

export const erasePersonSchema = z.strictObject({
  id,
  estimateIds: ids.check(z.minLength(1, { error: 'Choose at least one request.' })),
  /** Estimates that were shown, too, and belong to another person. */
  otherIds: ids,
  /** These saved views mention the person, and are deleted. */
  viewIds: z.optional(z.array(z.uuid()).check(z.maxLength(1_000))),
  confirmation: z.string().check(z.maxLength(100)),
})

const personExportFormats = ['json', 'text'] as const
export type PersonExportFormat = (typeof personExportFormats)[number]

export const personExportPath = '/api/export/person'

export const personExportSchema = z.strictObject({
  id,
  estimateIds: ids.check(z.minLength(1, { error: 'Choose at least one request.' })),
  format: z.enum(personExportFormats),
})
export type PersonExport = z.infer<typeof personExportSchema>

export const eraseAccountSchema = z.strictObject({
  userId: z.uuid({ error: 'There is no such account.' }),
  /** It has to be the address of the account. */
  confirmation: z.string().check(z.maxLength(200)),
})

/** The account is that of a former colleague. */
export type ErasableColleague = {
  readonly id: string
  readonly email: string
  readonly name: string | null
}

import type * as z from 'zod/mini'
import { type Company, companySchema, companyToSave, fieldNotes } from '#shared/company-schema.ts'

type Room = { readonly id: string; readonly label: string; readonly fields: readonly (keyof Company)[] }

/** The parts of the form. Each field of the company is in one of them. */
export const rooms: readonly [Room, ...Room[]] = [
  {
    id: 'company',
    label: 'Company and license',
    fields: [
      'name',
      'legalName',
      'phone',
      'email',
      'serviceArea',
      'license',
      'insurance',
      'reviews',
      'reviewLink',
      'address',
      'socialProfile',
    ],
  },
  { id: 'hours', label: 'Hours and closed days', fields: ['hours', 'closedDays', 'estimateDays'] },
  { id: 'claims', label: 'Claims', fields: ['claims'] },
  {
    id: 'home',
    label: 'Words on the home page',
    fields: ['headline', 'lead', 'work', 'heroPhoto', 'otherWork', 'whyChoose', 'boroughs', 'guide'],
  },
  { id: 'services', label: 'Services', fields: ['services'] },
  { id: 'projects', label: 'Projects', fields: ['projects'] },
  { id: 'people', label: 'People and testimonials', fields: ['projectManager', 'testimonials'] },
  { id: 'notices', label: 'Notices', fields: ['socialProof'] },
  // These have nothing to save.
  { id: 'email', label: 'Email', fields: [] },
  { id: 'backups', label: 'Backups', fields: [] },
]

/** How many of the errors are in a room. */
export function countErrors({ fields }: Room, errors: object): number {
  const names: readonly string[] = fields
  return Object.keys(errors).filter((path) => names.includes(path.split('.')[0] ?? '')).length
}

/** What is wrong, by the paths of the form. */
export function companyErrors(values: unknown): Record<string, string> {
  const issues = companyToSave.safeParse(values).error?.issues ?? []
  // The first message of a field stands.
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
}

/** JSON leaves out what is undefined, as the server does. */
export function isSame(first: unknown, second: unknown): boolean {
  return JSON.stringify(first) === JSON.stringify(second)
}

/** Names the fields that differ, for instance “Claims: Experience”. */
export function changedFields(before: Company, after: Company): string[] {
  return rooms.flatMap(({ label, fields }) =>
    fields
      .flatMap((field) => changedLabels(companySchema.shape[field], before[field], after[field]))
      .map((changed) => (changed === label ? label : `${label}: ${changed}`)),
  )
}

function changedLabels(schema: z.core.$ZodType, before: unknown, after: unknown): string[] {
  if (isSame(before, after)) return []
  const note = fieldNotes.get(schema)
  if (note) return [note.label]
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type !== 'object') return []
  return Object.entries(def.shape).flatMap(([key, child]) =>
    changedLabels(child, toRecord(before)?.[key], toRecord(after)?.[key]),
  )
}

/**
 * Puts what one person has changed over what another one has saved. A list in which both have changed something, and
 * entries were added, removed or moved, is the first person's.
 */
export function mergeChanges<Value>(before: Value, mine: Value, theirs: Value): Value {
  if (isSame(before, mine)) return theirs
  if (Array.isArray(before) && Array.isArray(mine) && Array.isArray(theirs) && hasSameEntries(before, mine, theirs))
    return before.map((entry, index) => mergeChanges(entry, mine[index], theirs[index])) as Value
  const [a, b, c] = [toRecord(before), toRecord(mine), toRecord(theirs)]
  if (!a || !b || !c) return mine
  const keys = new Set([...Object.keys(c), ...Object.keys(b)])
  return Object.fromEntries(Array.from(keys, (key) => [key, mergeChanges(a[key], b[key], c[key])])) as Value
}

/** Two people cannot be told to have changed the same entry if its first text differs. */
function hasSameEntries(before: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]): boolean {
  return (
    [mine, theirs].every(({ length }) => length === before.length) &&
    before.every((entry, index) => {
      const [own, other] = [mine[index], theirs[index]]
      if (isSame(entry, own) || isSame(entry, other)) return true
      const name = entryName(entry)
      return name !== undefined && name === entryName(own) && name === entryName(other)
    })
  )
}

/** Names an entry of a list by its first text. */
export function entryName(entry: unknown): string | undefined {
  const [first]: unknown[] = typeof entry === 'object' && entry !== null ? Object.values(entry) : [entry]
  return typeof first === 'string' && first.trim() !== '' ? first : undefined
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
}

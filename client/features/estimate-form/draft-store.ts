import {
  type DeviceStorage,
  draftKey,
  draftLifetimeDays,
  fieldsOf,
  readFields,
  readUuid,
} from '#client/lib/device-storage.ts'
import { type EstimateField, estimateFieldNames, estimateFields } from '#shared/estimates/fields.ts'
import { type Option, projectTypes } from '#shared/estimates/options.ts'
import type { StoredToken } from './form-token.ts'
import { type EstimateFormValues, emptyForm } from './form-values.ts'

/** What the device keeps of a form that is not sent yet. */
export type Draft = {
  readonly values: EstimateFormValues
  /** The key of a send of which nobody knows whether it has arrived. */
  readonly requestKey: string | undefined
  /** The project type that the page's address asked for at the time: from then on the visitor's own choice counts. */
  readonly linkedType: string | undefined
  /** What says when somebody began to fill the form in, where the server has answered. */
  readonly formToken?: StoredToken | undefined
}

export type DraftStore = ReturnType<typeof createDraftStore>

/** Goes up when an older draft could be misread. A field that comes or goes is no reason. */
const version = 1

const lifetimeMs = draftLifetimeDays * 24 * 60 * 60 * 1000

/** Many times what the form takes, so that a text over its limit is kept whole, but not anything at all. */
const maxTextLength = 50_000

/** Keeps one draft on the device. What it reads may be of any age and origin, and is believed field by field. */
export function createDraftStore(storage: DeviceStorage, now: () => number) {
  return {
    /** The draft; undefined when there is none that can be used. One that has expired is removed. */
    read(): Draft | undefined {
      const kept = readFields(storage.read(draftKey))
      if (kept?.version !== version || typeof kept.savedAt !== 'number') return undefined
      if (now() - kept.savedAt > lifetimeMs) {
        storage.remove(draftKey)
        return undefined
      }
      const values = readValues(kept.values)
      if (isEmpty(values)) return undefined
      return {
        values,
        requestKey: readUuid(kept.requestKey),
        linkedType: readChoice(kept.linkedType, projectTypes),
        formToken: readToken(kept.formToken),
      }
    },
    /** Whether the draft is on the device now. */
    write(draft: Draft): boolean {
      return storage.write(draftKey, JSON.stringify({ version, savedAt: now(), ...draft }))
    },
    clear(): boolean {
      return storage.remove(draftKey)
    },
  }
}

/** Whether nothing stands in the form. */
export function isEmpty(values: EstimateFormValues): boolean {
  return estimateFieldNames.every((field) => values[field] === emptyForm[field])
}

function readValues(stored: unknown): EstimateFormValues {
  const found = fieldsOf(stored) ?? {}
  const values = estimateFieldNames.map((field) => [field, readValue(field, found[field])])
  return Object.fromEntries(values) as EstimateFormValues
}

function readValue(field: EstimateField, stored: unknown): string | boolean {
  const row = estimateFields[field]
  if (row.kind === 'flag') return stored === true
  if (typeof stored !== 'string' || stored.length > maxTextLength) return ''
  return row.kind === 'choice' ? (readChoice(stored, row.options) ?? '') : stored
}

/** An option may have gone since the draft was kept, and a list would show it as a blank. */
function readChoice(value: unknown, options: readonly Option[]): string | undefined {
  return options.find((option) => option.value === value)?.value
}

function readToken(value: unknown): StoredToken | undefined {
  const { token, at } = fieldsOf(value) ?? {}
  return typeof token === 'string' && typeof at === 'number' ? { token, at } : undefined
}

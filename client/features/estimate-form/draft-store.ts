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

export type Draft = {
  readonly values: EstimateFormValues
  /** The key of a submission that may have arrived. */
  readonly requestKey: string | undefined
  /** The project type in the page's URL at that time; since then the visitor's own choice counts. */
  readonly linkedType: string | undefined
  readonly formToken?: StoredToken | undefined
}

export type DraftStore = ReturnType<typeof createDraftStore>

/** Raise it when older drafts would be misread. A new or removed field is no reason. */
const version = 1

const lifetimeMs = draftLifetimeDays * 24 * 60 * 60 * 1000

/** Far above the limits of the form, so that a text over its limit is restored whole. */
const maxTextLength = 50_000

/** Stores one draft on the device. A stored draft may have any age and form, so each field is checked. */
export function createDraftStore(storage: DeviceStorage, now: () => number) {
  return {
    /** Undefined where there is no usable draft. An expired one is removed. */
    read(): Draft | undefined {
      const stored = readFields(storage.read(draftKey))
      if (stored?.version !== version || typeof stored.savedAt !== 'number') return undefined
      if (now() - stored.savedAt > lifetimeMs) {
        storage.remove(draftKey)
        return undefined
      }
      const values = readValues(stored.values)
      if (isEmpty(values)) return undefined
      return {
        values,
        requestKey: readUuid(stored.requestKey),
        linkedType: readChoice(stored.linkedType, projectTypes),
        formToken: readToken(stored.formToken),
      }
    },
    /** Returns whether the draft was stored. */
    write(draft: Draft): boolean {
      return storage.write(draftKey, JSON.stringify({ version, savedAt: now(), ...draft }))
    },
    clear(): boolean {
      return storage.remove(draftKey)
    },
  }
}

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

/** An option may have been removed since; the select would show it as a blank. */
function readChoice(value: unknown, options: readonly Option[]): string | undefined {
  return options.find((option) => option.value === value)?.value
}

function readToken(value: unknown): StoredToken | undefined {
  const { token, at } = fieldsOf(value) ?? {}
  return typeof token === 'string' && typeof at === 'number' ? { token, at } : undefined
}

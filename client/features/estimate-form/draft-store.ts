import {
  asFields,
  type DeviceStorage,
  draftKey,
  draftLifetimeDays,
  readFields,
  readUuid,
} from '#client/lib/device-storage.ts'
import { type EstimateFormValues, emptyForm } from '#client/lib/estimate-values.ts'
import { type EstimateField, estimateFieldNames, estimateFields } from '#shared/estimates/fields.ts'
import { type Option, projectTypes } from '#shared/estimates/options.ts'
import type { StoredToken } from './form-token.ts'

export type Draft = {
  readonly values: EstimateFormValues
  /** Belongs to a submission that may have arrived. */
  readonly requestKey: string | undefined
  /** The project type that the page's URL had; the visitor's own choice replaces it. */
  readonly linkedType: string | undefined
  readonly formToken?: StoredToken | undefined
}

export type DraftStore = ReturnType<typeof createDraftStore>

/** Raise it if older drafts would be misread, but not for a new or removed field. */
const version = 1

const lifetimeMs = draftLifetimeDays * 24 * 60 * 60 * 1000

/** Exceeds the form's limits, so that an overlong text is restored whole. */
const maxTextLength = 50_000

/** A stored draft may have any age and shape, so each field is checked. */
export function createDraftStore(storage: DeviceStorage, now: () => number) {
  return {
    /** Undefined without a usable draft. Removes an expired one. */
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
  const found = asFields(stored) ?? {}
  const values = estimateFieldNames.map((field) => [field, readValue(field, found[field])])
  return Object.fromEntries(values) as EstimateFormValues
}

function readValue(field: EstimateField, stored: unknown): string | boolean {
  const row = estimateFields[field]
  if (row.kind === 'flag') return stored === true
  if (typeof stored !== 'string' || stored.length > maxTextLength) return ''
  return row.kind === 'choice' ? (readChoice(stored, row.options) ?? '') : stored
}

/** Drops removed options, which the select would show as a blank. */
function readChoice(value: unknown, options: readonly Option[]): string | undefined {
  return options.find((option) => option.value === value)?.value
}

function readToken(value: unknown): StoredToken | undefined {
  const { token, at } = asFields(value) ?? {}
  return typeof token === 'string' && typeof at === 'number' ? { token, at } : undefined
}

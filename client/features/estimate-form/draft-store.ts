import type { SavedPhoto } from '#client/features/photos/photo-uploads.ts'
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
import { maxPhotos, waitingPhotoMs } from '#shared/estimates/photos.ts'
import type { StoredToken } from './form-token.ts'

export type Draft = {
  readonly values: EstimateFormValues
  readonly requestKey: string | undefined
  /** The key has only photos so far: no submission with it was tried. */
  readonly isUnsent?: boolean | undefined
  /** Only photos that were sent are here. */
  readonly photos?: readonly SavedPhoto[] | undefined
  /** The project type that the page's URL had; the visitor's own choice replaces it. */
  readonly linkedType: string | undefined
  readonly formToken?: StoredToken | undefined
}

/** `lostPhotos`: it had photos that the server has no longer. */
export type FoundDraft = Draft & { readonly lostPhotos: boolean }

export type DraftStore = ReturnType<typeof createDraftStore>

/** Raise it if older drafts would be misread, but not for a new or removed field. */
const version = 1

const lifetimeMs = draftLifetimeDays * 24 * 60 * 60 * 1000

/** Exceeds the form's limits, so that an overlong text is restored whole. */
const maxTextLength = 50_000

/** A thumbnail has about a fifth of it. */
const maxThumbnailLength = 50_000

/** A stored draft may have any age and shape, so each field is checked. */
export function createDraftStore(storage: DeviceStorage, now: () => number) {
  return {
    /** Undefined without a usable draft. Removes an expired one. */
    read(): FoundDraft | undefined {
      const stored = readFields(storage.read(draftKey))
      if (stored?.version !== version || typeof stored.savedAt !== 'number') return undefined
      if (now() - stored.savedAt > lifetimeMs) {
        storage.remove(draftKey)
        return undefined
      }
      const values = readValues(stored.values)
      const requestKey = readUuid(stored.requestKey)
      const allPhotos = requestKey === undefined ? [] : readPhotos(stored.photos)
      if (isEmpty(values) && allPhotos.length === 0) return undefined
      const photos = allPhotos.filter(({ at }) => now() - at < waitingPhotoMs)
      return {
        values,
        requestKey,
        isUnsent: stored.isUnsent === true,
        photos,
        lostPhotos: photos.length < allPhotos.length,
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

export function isEmptyDraft({ values, photos = [] }: Draft): boolean {
  return isEmpty(values) && photos.length === 0
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

function readPhotos(stored: unknown): SavedPhoto[] {
  const list: unknown[] = Array.isArray(stored) ? stored.slice(0, maxPhotos) : []
  return list.flatMap((photo) => {
    const { id: storedId, name, thumbnail, at } = asFields(photo) ?? {}
    const id = readUuid(storedId)
    if (id === undefined || typeof name !== 'string' || typeof at !== 'number') return []
    return [{ id, name, at, thumbnail: isThumbnail(thumbnail) ? thumbnail : undefined }]
  })
}

function isThumbnail(stored: unknown): stored is string {
  return typeof stored === 'string' && stored.startsWith('data:image/jpeg;') && stored.length <= maxThumbnailLength
}

function readToken(value: unknown): StoredToken | undefined {
  const { token, at } = asFields(value) ?? {}
  return typeof token === 'string' && typeof at === 'number' ? { token, at } : undefined
}

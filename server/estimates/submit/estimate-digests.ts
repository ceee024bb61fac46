import { createHash } from 'node:crypto'
import type { EstimateFields } from '#shared/estimates/estimate-input.ts'
import { type EstimateField, estimateFieldNames } from '#shared/estimates/fields.ts'
import type { PhoneEstimate } from '#shared/estimates/phone-estimate.ts'

/** Stored digests depend on this order. */
const firstFields: readonly EstimateField[] = [
  'name',
  'email',
  'phone',
  'projectType',
  'projectDescription',
  'location',
  'timeline',
  'budgetRange',
  'squareFootage',
  'propertyType',
  'specificRequirements',
  'urgent',
]
const laterFields = estimateFieldNames
  .filter((field) => !firstFields.includes(field))
  .toSorted((a, b) => (a < b ? -1 : 1))

function sha256(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url')
}

/** Omits empty later fields, so that older estimates keep their digests. */
function inOrder(values: EstimateFields): unknown[] {
  const later = laterFields.flatMap((field) => {
    const value = values[field] ?? false
    return value === false ? [] : [[field, value]]
  })
  return [...firstFields.map((field) => values[field]), ...later]
}

/** @param clientIp only its digest is stored */
export function estimateDigests(values: EstimateFields, clientIp: string) {
  const valuesDigest = sha256(inOrder(values))
  return { valuesDigest, senderDigest: sha256([valuesDigest, clientIp]) }
}

/** Tells a repeated key from a reused one. Never equals a visitor's digests, so no submission counts as its repeat. */
export function phoneEstimateDigests({
  caller,
  calledAt,
  heardFrom,
  note,
  sendConfirmation,
  ...values
}: PhoneEstimate) {
  const heard = heardFrom === undefined ? [] : [heardFrom]
  const call = [caller ?? null, calledAt.toISOString(), note ?? null, sendConfirmation, ...heard]
  const valuesDigest = sha256(['phone', inOrder(values), call])
  return { valuesDigest, senderDigest: sha256(['phone', valuesDigest]) }
}

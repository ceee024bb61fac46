import { createHash } from 'node:crypto'
import type { EstimateFields } from '#shared/estimates/estimate-input.ts'

function sha256(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url')
}

/** Every submitted value in one fixed order; listed by name so that a new field cannot be forgotten. */
function inOrder(values: EstimateFields): unknown[] {
  const ordered: { [Field in keyof Required<EstimateFields>]: unknown } = {
    name: values.name,
    email: values.email,
    phone: values.phone,
    projectType: values.projectType,
    projectDescription: values.projectDescription,
    location: values.location,
    timeline: values.timeline,
    budgetRange: values.budgetRange,
    squareFootage: values.squareFootage,
    propertyType: values.propertyType,
    specificRequirements: values.specificRequirements,
    urgent: values.urgent,
  }
  return Object.values(ordered)
}

/**
 * Two fingerprints of a submission.
 *
 * @param clientIp the network address that it came from; only a digest of it is kept
 */
export function estimateDigests(values: EstimateFields, clientIp: string) {
  const valuesDigest = sha256(inOrder(values))
  return { valuesDigest, senderDigest: sha256([valuesDigest, clientIp]) }
}

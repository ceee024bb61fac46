import type { NewEstimate } from '#server/database/database.ts'
import { toColumn } from '#server/database/queries/answer-columns.ts'
import {
  type EstimateField,
  type EstimateFieldRow,
  estimateFieldNames,
  estimateFields,
} from '#shared/estimates/fields.ts'

type ColumnType = 'text' | 'integer' | 'boolean' | 'timestamptz'

function typeOf({ kind }: EstimateFieldRow): ColumnType {
  if (kind === 'number') return 'integer'
  return kind === 'flag' ? 'boolean' : 'text'
}

const answerTypes = Object.fromEntries(
  estimateFieldNames.map((field) => [field, typeOf(estimateFields[field])]),
) as Record<EstimateField, ColumnType>

const columnTypes: Record<keyof NewEstimate, ColumnType> = {
  id: 'text',
  reference: 'text',
  ...answerTypes,
  status: 'text',
  createdAt: 'timestamptz',
  requestKey: 'text',
  valuesDigest: 'text',
  senderDigest: 'text',
  dueAt: 'timestamptz',
  quarantinedAt: 'timestamptz',
  quarantineReasons: 'text',
  emailKey: 'text',
  phoneDigits: 'text',
  otherPhoneDigits: 'text',
  nameKey: 'text',
  searchText: 'text',
  formVerified: 'boolean',
  leadSource: 'text',
  utmMedium: 'text',
  utmCampaign: 'text',
  referrerHost: 'text',
  landingPath: 'text',
}

/** `type` is the type on PostgreSQL. */
export const newEstimateColumns = Object.entries(columnTypes).map(([field, type]) => ({
  field: field as keyof NewEstimate,
  column: toColumn(field),
  type,
}))

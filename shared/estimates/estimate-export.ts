import * as z from 'zod/mini'
import { estimateFilterSchema } from './estimate-filter.ts'
import { estimateSorts } from './estimate-list.ts'

/** Needs a `ticket` from `estimates.createExport`, which also says the format: the path is older than the others. */
export const estimateExportPath = '/api/export/estimates.csv'

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const estimateExportSchema = z.strictObject({
  ...estimateFilterSchema.shape,
  sort: z._default(z.enum(estimateSorts), 'newest'),
  /** CSV if it is left out. */
  format: z.optional(z.enum(exportFormats)),
})
export type EstimateExportFilter = z.infer<typeof estimateExportSchema>

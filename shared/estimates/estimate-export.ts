import * as z from 'zod/mini'
import { estimateFilterSchema } from './estimate-filter.ts'
import { estimateSorts } from './estimate-list.ts'

/** Needs a `ticket` from `estimates.createExport`. */
export const estimateExportPath = '/api/export/estimates.csv'

export const estimateExportSchema = z.strictObject({
  ...estimateFilterSchema.shape,
  sort: z._default(z.enum(estimateSorts), 'newest'),
})
export type EstimateExportFilter = z.infer<typeof estimateExportSchema>

import * as z from 'zod/mini'
import { estimateFilterSchema, estimateSorts } from './estimate-list.ts'

/** The path of the CSV file. Its `ticket` parameter comes from `estimates.createExport`. */
export const estimateExportPath = '/api/export/estimates.csv'

/** The filter and the order of an exported list. */
export const estimateExportSchema = z.strictObject({
  ...estimateFilterSchema.shape,
  sort: z._default(z.enum(estimateSorts), 'newest'),
})
export type EstimateExportFilter = z.infer<typeof estimateExportSchema>

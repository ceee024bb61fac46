/** The CSV file. The query string is `estimateFilterSchema`'s. */
export const estimateExportPath = '/api/export/estimates.csv'

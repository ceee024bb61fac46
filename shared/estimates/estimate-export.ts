/** The address of the requests as a CSV file; its search part is a filter of the list (see estimate-list.ts). */
export const estimateExportPath = '/api/export/estimates.csv'

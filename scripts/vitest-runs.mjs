/**
 * The projects of vitest.config.ts in two runs, beside each other, that take about as long as each other. In a single run, twice
 * as many workers would load each project.
 */
export const vitestRuns = /** @type {const} */ ([
  ['unit', 'database-sqlite', 'client', 'isolated'],
  ['database-postgresql', 'production'],
])

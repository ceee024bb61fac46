/**
 * The most characters (UTF-16 code units) that each text of a request may have. The form's counters, the
 * validation schema and the PostgreSQL column sizes all come from this one table.
 */
export const fieldLimits = {
  name: 100,
  email: 150,
  phone: 30,
  projectType: 50,
  projectDescription: 2000,
  location: 120,
  timeline: 50,
  budgetRange: 50,
  propertyType: 50,
  specificRequirements: 2000,
} as const

/** The largest whole number that both database engines hold in an integer column. */
export const maxInteger = 2_147_483_647

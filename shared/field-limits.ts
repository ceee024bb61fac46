/** In UTF-16 code units. The PostgreSQL column sizes come from here too: scripts/postgresql-schema.mjs reads this file. */
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

/** The largest value of an integer column, in both databases. */
export const maxInteger = 2_147_483_647

/** In UTF-16 code units. scripts/postgresql-schema.mjs reads these, too. */
export const fieldLimits = {
  name: 100,
  email: 150,
  phone: 30,
  bestTime: 50,
  projectType: 50,
  projectDescription: 2000,
  location: 120,
  timeline: 50,
  budgetRange: 50,
  propertyType: 50,
  specificRequirements: 2000,
  leadSource: 100,
  utmMedium: 100,
  utmCampaign: 100,
  referrerHost: 100,
} as const

/** The limit of integer columns in both databases. */
export const maxInteger = 2_147_483_647

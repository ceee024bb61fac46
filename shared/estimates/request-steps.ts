/** What the site says happens with a request. */
export const requestSteps = ['Review Your Project', 'Personal Consultation', 'Detailed Proposal'] as const

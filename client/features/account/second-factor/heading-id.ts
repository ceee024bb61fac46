/** The section's heading takes the focus when a step is over. */
export const headingId = 'second-factor-heading'

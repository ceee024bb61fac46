/** The days that a date field takes. While one types a year, its first digits make a day that nobody means. */
export const dateLimits = { min: '2000-01-01', max: '2099-12-31' } as const

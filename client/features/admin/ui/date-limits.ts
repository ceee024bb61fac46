/** The first typed digits of a year make years long past. */
export const dateLimits = { min: '2000-01-01', max: '2099-12-31' } as const

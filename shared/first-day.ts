import * as z from 'zod/mini'

/** The checklist on Today has these lines, in this order. */
export const firstDayLines = ['company', 'samples', 'email', 'colleague', 'second-factor', 'request', 'backup'] as const

export type FirstDayLine = (typeof firstDayLines)[number]

export type FirstDay = readonly { readonly id: FirstDayLine; readonly state: 'open' | 'done' | 'declined' }[]

export const declineLineSchema = z.strictObject({ id: z.enum(firstDayLines), declined: z.boolean() })

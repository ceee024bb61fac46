import * as z from 'zod/mini'

/** The lines of the checklist on Today, in its order. */
export const firstDayLines = ['company', 'samples', 'email', 'colleague', 'second-factor', 'request', 'backup'] as const

export type FirstDayLine = (typeof firstDayLines)[number]

export type FirstDay = readonly { readonly id: FirstDayLine; readonly state: 'open' | 'done' | 'declined' }[]

export const declineLineSchema = z.strictObject({ id: z.enum(firstDayLines), declined: z.boolean() })

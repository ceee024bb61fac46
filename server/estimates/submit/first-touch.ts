import * as z from 'zod'
import type { ProjectEstimate } from '#prisma/generated/sqlite/client.ts'
import { directSource, type FirstTouch } from '#shared/estimates/lead-source.ts'
import { truncateText, withoutUnseenInLine } from '#shared/field-atoms.ts'
import { fieldLimits } from '#shared/field-limits.ts'
import { pageAt, requestPage } from '#shared/pages.ts'

export type FirstTouchColumns = Pick<
  ProjectEstimate,
  'leadSource' | 'utmMedium' | 'utmCampaign' | 'referrerHost' | 'landingPath'
>

/** The columns besides the lead source, which lists have, too. */
export const touchSelect = { utmMedium: true, utmCampaign: true, referrerHost: true, landingPath: true } as const

/** In UTF-16 code units. It bounds the work on hostile texts. */
const maxRead = 1_000

/** A tag has no markup, and no address of a person, for which it is not meant. */
const unwanted = /[<>@]/

/** One spelling of what people write in several. Small letters may be longer than capitals, so they are cut. */
export function toLeadSource(text: string, limit: number = fieldLimits.leadSource): string {
  return truncateText(text.toLowerCase(), limit).trim()
}

function readTag(limit: number) {
  return z
    .string()
    .transform((text) => toLeadSource(withoutUnseenInLine(text.slice(0, maxRead)).replace(/\s+/g, ' ').trim(), limit))
    .refine((text) => text !== '' && !unwanted.test(text))
    .nullable()
    .catch(null)
}

const hostForm = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/

const touchSchema = z.object({
  source: readTag(fieldLimits.leadSource),
  medium: readTag(fieldLimits.utmMedium),
  campaign: readTag(fieldLimits.utmCampaign),
  referrer: z.string().max(fieldLimits.referrerHost).toLowerCase().regex(hostForm).nullable().catch(null),
  landing: z.string().transform(toLanding).nullable().catch(null),
} satisfies Record<keyof FirstTouch, unknown>)

/** Paths may carry secrets and mistyped words, so only the site's own pages are stored. */
function toLanding(path: string): string {
  return path === requestPage.path || path.startsWith(`${requestPage.path}/`) ? requestPage.path : pageAt(path).path
}

/**
 * Reads what a browser noted of the beginning of a visit. Whatever is not as it should be is left out, or cut at its limit.
 *
 * @param noted anything; without an object, nothing was recorded
 */
export function readFirstTouch(noted: unknown): FirstTouchColumns {
  const { data: touch } = touchSchema.safeParse(noted)
  return {
    leadSource: touch ? (touch.source ?? touch.referrer ?? directSource) : null,
    utmMedium: touch?.medium ?? null,
    utmCampaign: touch?.campaign ?? null,
    referrerHost: touch?.referrer ?? null,
    landingPath: touch?.landing ?? null,
  }
}

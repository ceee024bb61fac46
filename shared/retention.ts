import * as z from 'zod/mini'

/** Says how long requests keep a person's data. */
export type RetentionRules = {
  /** Counts from when the request was completed, or from anything that was done or planned later. Null keeps them. */
  readonly completedMonths: number | null
  /** Counts from when the request was marked as spam, or from anything later in the same way. Null keeps them. */
  readonly spamMonths: number | null
}

export const defaultRetention: RetentionRules = { completedMonths: 24, spamMonths: 6 }

/** For so long after the answer, a request with an accepted proposal is kept, whatever the rules say. */
export const acceptedYears = 6

/** Counts of what is due end here. */
export const maxCountedDue = 10_000

/** The dashboard offers these. */
export const retentionMonths = [1, 3, 6, 12, 18, 24, 36, 48, 60, 84, 120] as const

const months = z.nullable(
  z.int({ error: 'Choose a number of months.' }).check(z.gte(1), z.lte(retentionMonths.at(-1) ?? 1)),
)

export const retentionRulesSchema = z.strictObject({ completedMonths: months, spamMonths: months })

/** `seen` are the rules that the page showed. */
export const setRetentionSchema = z.strictObject({ ...retentionRulesSchema.shape, seen: retentionRulesSchema })

export function sameRules(one: RetentionRules, other: RetentionRules): boolean {
  return one.completedMonths === other.completedMonths && one.spamMonths === other.spamMonths
}

/** For instance `24 months`. */
export function monthsText(count: number): string {
  return count === 1 ? '1 month' : `${count} months`
}

/** The built privacy page contains it, and the server replaces it. */
export const retentionPlaceholder = 'retention-in-force.invalid'

/** The sentence of the privacy page about what is in force. */
export function retentionSentence({ completedMonths, spamMonths }: RetentionRules): string {
  const completed =
    completedMonths === null
      ? 'We keep the data of completed requests until you ask us to erase it'
      : `We erase your data ${monthsText(completedMonths)} after your request is completed`
  const spam =
    spamMonths === null
      ? 'that of spam is not erased after a set time'
      : `that of spam is erased ${monthsText(spamMonths)} after we marked it`
  const count = completedMonths ?? spamMonths
  const touched = count === null ? '' : ' If we did or planned something later, the time counts from that.'
  return `${completed}; ${spam}.${touched} If you accepted a proposal, we keep your request for ${acceptedYears} years after that.`
}

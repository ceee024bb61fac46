import * as z from 'zod/mini'

export const askForReviewSchema = z.strictObject({
  id: z.uuid({ error: 'There is no such request.' }),
  /** Sending the same key again asks nobody twice. */
  entryKey: z.uuid({ error: 'An entry key must be a UUID.' }).check(z.toLowerCase()),
})

/** `not_finished` is not completed and won, or may not be written to at all. */
export type ReviewProblem = 'not_finished' | 'no_link' | 'no_email' | 'opted_out' | 'asked'

export type ReviewState = {
  /** Why the customer cannot be asked now. */
  readonly problem: ReviewProblem | null
  /** ISO instant of the last time, whichever request it was for; null for never. */
  readonly askedAt: string | null
}

/** What the email says, which the staff read before it is sent. Everybody gets the same: Google forbids asking only those who are content. */
export const reviewTexts = {
  heading: 'Thank you for choosing us',
  lead: 'Your project is complete. Would you tell others how it went? A few honest sentences help your neighbors choose, and help us get better.',
  button: 'Write a review',
  reason: 'You get this email because we worked for you. We ask at most once a year.',
} as const

import { minuteMs } from '#shared/durations.ts'
import { compactText } from './safe-text.ts'

/** The minutes of a batch: when its estimates were submitted, and when they are due. */
const maxTexts = 64

/**
 * Keeps the texts of the last minutes: most emails of a batch have the same, and Intl takes as long as all the rest of
 * such an email.
 *
 * @param format of what changes only by the minute
 */
export function perMinute(format: (instant: Date) => string): (instant: Date) => string {
  const texts = new Map<number, string>()
  return (instant) => {
    const minute = Math.floor(instant.getTime() / minuteMs)
    let text = texts.get(minute)
    if (text === undefined) {
      text = compactText(format(instant))
      if (texts.size >= maxTexts) texts.clear()
      texts.set(minute, text)
    }
    return text
  }
}

/** The codings that answers are kept in, best first. */
const codings = ['br', 'gzip'] as const

export type ContentCoding = (typeof codings)[number]

/**
 * Which of our codings to answer in: what the client likes most, and of what it likes equally, what is smallest.
 *
 * @param accepted the Accept-Encoding header
 * @returns undefined for no coding at all, which every client can read
 */
export function chooseCoding(accepted: string | undefined): ContentCoding | undefined {
  if (accepted === undefined) return undefined
  const weights = new Map(accepted.split(',').map(weightedName))
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  const [best] = codings.filter((coding) => weightOf(coding) > 0).sort((a, b) => weightOf(b) - weightOf(a))
  // Uncompressed is taken only where it is liked better, not where it is merely not ruled out.
  return best && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

function weightedName(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [name, weight === undefined ? 1 : Number(weight.slice('q='.length)) || 0]
}

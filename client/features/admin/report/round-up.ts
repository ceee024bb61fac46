/** The end of a scale: even, so that it can be halved, and easy to read. */
export function roundUp(greatest: number): number {
  if (greatest <= 2) return 2
  const magnitude = 10 ** Math.floor(Math.log10(greatest))
  const ends = [1, 2, 4, 6, 8, 10].map((step) => step * magnitude)
  return ends.find((end) => end >= greatest && end % 2 === 0) ?? 10 * magnitude
}

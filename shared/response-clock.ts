/** The company promises to contact a visitor within this many hours of wall-clock time. */
export const responseHours = 24

/** The instant by which a visitor must have been contacted. */
export function responseDueAt(createdAt: Date): Date {
  return new Date(createdAt.getTime() + responseHours * 60 * 60 * 1000)
}

import type { ListPosition } from '#server/database/queries.ts'
import { AppError } from '#server/errors.ts'

const positionForm = /^(\d{1,13})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** A position as a text that callers keep and give back without looking into it. */
export function encodeCursor({ createdAt, id }: ListPosition): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url')
}

/**
 * Reads a cursor that {@link encodeCursor} made.
 *
 * @throws {AppError} `invalid` for any other text
 */
export function decodeCursor(cursor: string): ListPosition {
  const [, instant, id] = positionForm.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const position = instant && id ? { createdAt: new Date(Number(instant)), id } : undefined
  // More than one text decodes to the same bytes.
  if (position && encodeCursor(position) === cursor) return position
  throw new AppError('invalid', 'The list cannot go on from there. Please load it anew.', {
    fieldErrors: { cursor: ['This is no mark of a page.'] },
  })
}

import { v7 as newId } from 'uuid'
import type { Visit } from '#prisma/generated/sqlite/client.ts'
import type { Database } from '#server/database/database.ts'
import { hourMs } from '#shared/durations.ts'

/** Stores a visit of an hour, which nobody was told of. @returns its id */
export async function storeVisit(
  { transaction }: Pick<Database, 'transaction'>,
  { startsAt, ...columns }: Partial<Visit> & Pick<Visit, 'estimateId' | 'startsAt'>,
): Promise<string> {
  const id = newId()
  const endsAt = new Date(startsAt.getTime() + hourMs)
  await transaction(({ visit }) =>
    visit.create({ data: { id, startsAt, endsAt, place: '12 Elm St, Troy', assigneeId: null, ...columns } }),
  )
  return id
}

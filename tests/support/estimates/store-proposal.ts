import { v7 as newId } from 'uuid'
import type { Proposal } from '#prisma/generated/sqlite/client.ts'
import type { Database } from '#server/database/database.ts'

/** Stores a written proposal of $1,200.01 that was sent, without its event and email. */
export async function storeProposal(
  { transaction }: Pick<Database, 'transaction'>,
  estimateId: string,
  columns: Partial<Proposal> = {},
): Promise<string> {
  const lines = [
    { text: 'Demolition', cents: 120_000 },
    { text: 'Tiles', cents: 1 },
  ]
  const row = {
    ...{ id: newId(), estimateId, number: 1, lines: JSON.stringify(lines), note: '', starts: '', duration: '' },
    ...{ validUntil: '2199-01-01', remind: true, sentAt: new Date(), ...columns },
  }
  await transaction(({ proposal }) => proposal.create({ data: row }))
  return row.id
}

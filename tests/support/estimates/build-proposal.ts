import { randomUUID } from 'node:crypto'
import type { Proposal } from '#prisma/generated/sqlite/client.ts'

const proposalLines = [
  { text: 'Demolition and removal of the old kitchen', cents: 420_000 },
  { text: 'Cabinets, counters and backsplash, installed', cents: 2_980_050 },
  { text: 'Plumbing and electrical, with permits', cents: 1_455_000 },
]

/** A draft unless `sentAt` is given. */
export function buildProposal(columns: Partial<Proposal> & { readonly estimateId: string }) {
  return {
    id: randomUUID(),
    number: 1,
    lines: JSON.stringify(proposalLines),
    note: 'The price includes all materials.\nAppliances are yours to buy.',
    starts: 'Within three weeks of the contract',
    duration: 'Six weeks',
    validUntil: '2026-02-04',
    remind: true,
    ...columns,
  }
}

import type { OutboxStatements } from '#server/database/database.ts'

type RecordedMessages = {
  /** The messages whose claims were still held. */
  readonly held: string[]
  /** The estimates whose emails have failed now. */
  readonly failed: string[]
}

/** An engine's part of {@link OutboxStatements}. It notifies other processes itself. */
export type OutboxEngine = Pick<OutboxStatements, 'claimMessages'> & {
  recordOutcomes(outcomes: Parameters<OutboxStatements['recordOutcomes']>[0]): Promise<RecordedMessages>
}

import type pg from 'pg'

/**
 * Rolls back if `work` fails. It begins and commits the transaction itself, so that both can be sent together with other
 * statements.
 *
 * @param pool of connections in pipeline mode
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
    // COMMIT after a failed statement rolls back, too; then this does nothing.
    await client.query({ text: 'ROLLBACK' }).then(
      () => client.release(),
      (lost: Error) => client.release(lost),
    )
    throw error
  }
}

/**
 * Takes one round trip.
 *
 * @param pool of connections in pipeline mode
 */
export async function readInTransaction(pool: pg.Pool, query: pg.QueryConfig): Promise<pg.QueryResult> {
  return await inTransaction(pool, async (client) => {
    const [, result] = await sentTogether(client, () =>
      Promise.all([client.query({ text: 'BEGIN READ ONLY' }), client.query(query), client.query({ text: 'COMMIT' })]),
    )
    return result
  })
}

/** pg writes each statement by itself, and the database wakes up for each; those that `send` sends at once are one write. */
export function sentTogether<Result>({ connection: { stream } }: pg.PoolClient, send: () => Result): Result {
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

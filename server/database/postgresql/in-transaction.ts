import type pg from 'pg'

/**
 * Runs `work` in a transaction, which rolls back if `work` fails.
 *
 * @param begin `BEGIN READ ONLY` for a read
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  begin = 'BEGIN',
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query({ text: begin })
    const result = await work(client)
    await client.query({ text: 'COMMIT' })
    client.release()
    return result
  } catch (error) {
    await client.query({ text: 'ROLLBACK' }).then(
      () => client.release(),
      (lost: Error) => client.release(lost),
    )
    throw error
  }
}

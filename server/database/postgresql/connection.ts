import type pg from 'pg'

/** By this name, connections of the program are recognized. */
export const applicationName = 'five-borough-builders'

/** By default, idle peers are probed only after two hours. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

const endTimeoutMs = 500

/** Does not wait for a silent peer. Never throws. */
export async function endConnection(connection: pg.Client): Promise<void> {
  const cut = setTimeout(() => connection.connection.stream.destroy(), endTimeoutMs)
  await connection.end().catch(() => undefined)
  clearTimeout(cut)
}

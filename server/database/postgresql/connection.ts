import type pg from 'pg'

/** Has the system ask an idle peer whether it is there. Without the delay, it begins to after two hours. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

const goodbyeMs = 500

/** Ends a connection. A peer that says nothing is not waited for. Never throws. */
export async function endConnection(connection: pg.Client): Promise<void> {
  const cut = setTimeout(() => connection.connection.stream.destroy(), goodbyeMs)
  await connection.end().catch(() => undefined)
  clearTimeout(cut)
}

import type pg from 'pg'

/** By this name, administrators recognize connections of the program. */
export const applicationName = 'five-borough-builders'
/** The name of commands that run beside a server. */
export const commandName = `${applicationName} command`

/** Each process that has the database open holds it, shared, in a session of its own. `move` looks for it. */
export const openLock = 72_707_370

const endTimeoutMs = 500

export type SessionSettings = Readonly<Record<string, number | string>>

/** The program sets these itself, where it needs them. pg would prefer those of a URL. */
const ownParameters = [
  'application_name',
  'binary',
  'client_encoding',
  'fallback_application_name',
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'options',
  'query_timeout',
  'replication',
  'statement_timeout',
]

/**
 * The options of a URL, which a service may ask for, are kept, but the settings win.
 *
 * @param settings left out for a connection that may lead to a pooler, which refuses them
 */
export function connectionTo(url: string, name: string, settings: SessionSettings = {}): pg.ClientConfig {
  const address = new URL(url)
  const options = [
    ...address.searchParams.getAll('options'),
    ...Object.entries(settings).map(([setting, value]) => `-c ${setting}=${String(value).replaceAll(' ', '\\ ')}`),
  ]
  for (const parameter of ownParameters) address.searchParams.delete(parameter)
  return {
    connectionString: address.href,
    application_name: name,
    ...(options.length > 0 ? { options: options.join(' ') } : {}),
    // By default, idle peers are probed only after two hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
}

/** What is wrong, and what to do. */
export type Problem = { readonly text: string; readonly cure: string }

export type DatabaseState = { readonly readOnly: boolean; readonly encoding: string; readonly mayCreate: boolean }

/** The columns of {@link DatabaseState}. */
export const databaseState = `current_setting('transaction_read_only') = 'on' AS "readOnly",
  current_setting('server_encoding') AS encoding, has_schema_privilege('public', 'CREATE') AS "mayCreate"`

/**
 * What keeps the program from using a database that can be reached.
 *
 * @param setting has the URL
 */
export function stateProblem(
  { readOnly, encoding, mayCreate }: DatabaseState,
  setting = 'the URL',
): Problem | undefined {
  if (readOnly)
    return {
      text: 'PostgreSQL only reads, so nothing can be stored.',
      cure: `Point ${setting} to the primary server, and set default_transaction_read_only to off.`,
    }
  if (encoding !== 'UTF8')
    return {
      text: `The database stores texts as ${encoding}, which lacks most characters.`,
      cure: "Create one with ENCODING 'UTF8' TEMPLATE template0.",
    }
  if (!mayCreate)
    return {
      text: 'The account must not create tables, so that migrations fail.',
      cure: 'Make it the owner of the database: ALTER DATABASE … OWNER TO …, or GRANT CREATE ON SCHEMA public TO …',
    }
  return undefined
}

/** Does not wait for a silent peer. Never throws. */
export async function endConnection(connection: pg.Client): Promise<void> {
  const cut = setTimeout(() => connection.connection.stream.destroy(), endTimeoutMs)
  await connection.end().catch(() => undefined)
  clearTimeout(cut)
}

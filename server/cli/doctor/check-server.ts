import type { Config } from '#server/config.ts'
import { broken, type Finding, ok } from '#server/database/finding.ts'

const about = 'server'
const timeoutMs = 3_000

/** Asks the server of these settings whether it is ready. The server does not have to run. */
export async function checkServer({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Finding> {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const origin = `http://${name.includes(':') ? `[${name}]` : name}:${port}`
  try {
    const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(timeoutMs) })
    const health: unknown = await response.json().catch(() => undefined)
    if (!isHealth(health))
      return broken(
        about,
        `Another program answers at ${origin}.`,
        'Stop that one, or set PORT to a number that is not in use.',
      )
    if (health.status === 'ok') return ok(about, `It runs at ${origin} and is ready.`)
    return broken(
      about,
      `It runs at ${origin}, but is not ready: ${health.reason ?? 'it does not say why'}.`,
      'Mend what is said about the database; otherwise look into its log.',
    )
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      return broken(about, `It does not answer at ${origin} within 3 seconds.`, 'Restart it, and look into its log.')
    return { about, state: 'unknown', text: `None runs at ${origin}.` }
  }
}

function isHealth(value: unknown): value is { status: string; reason?: string } {
  return typeof value === 'object' && value !== null && 'status' in value && typeof value.status === 'string'
}

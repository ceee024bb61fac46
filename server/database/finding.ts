/** One check of an installation found this. */
export type Finding = {
  readonly about: string
  /** `warning`: it runs, but someone should look. `unknown`: it could not be checked. */
  readonly state: 'ok' | 'warning' | 'broken' | 'unknown'
  /** The text is one sentence. */
  readonly text: string
  /** A sentence that says what to do. */
  readonly cure?: string
}

export const ok = (about: string, text: string): Finding => ({ about, state: 'ok', text })

export const broken = (about: string, text: string, cure: string): Finding => ({ about, state: 'broken', text, cure })

export const warning = (about: string, text: string, cure: string): Finding => ({ about, state: 'warning', text, cure })

/** @param pending reads which migrations the next start applies */
export async function migrationFinding(
  pending: () => readonly unknown[] | Promise<readonly unknown[]>,
): Promise<Finding> {
  const about = 'migrations'
  try {
    const { length } = await pending()
    if (length === 0) return ok(about, 'The schema is that of this program.')
    const noun = length === 1 ? 'one migration' : `${length} migrations`
    return warning(about, `The database lacks ${noun} of this program.`, 'Start the server, which applies them.')
  } catch (error) {
    return broken(
      about,
      'The server cannot start on this schema.',
      error instanceof Error ? error.message : String(error),
    )
  }
}

const otherNames: Readonly<Record<string, string>> = {
  APP_URL: 'APP_ORIGIN',
  BASE_URL: 'APP_ORIGIN',
  PUBLIC_URL: 'APP_ORIGIN',
  SITE_URL: 'APP_ORIGIN',
  DATABASE: 'DATABASE_URL',
  DB_URL: 'DATABASE_URL',
  DIRECT_URL: 'DATABASE_DIRECT_URL',
  POSTMARK_API_KEY: 'POSTMARK_SERVER_TOKEN',
  POSTMARK_API_TOKEN: 'POSTMARK_SERVER_TOKEN',
  MAIL_SENDER: 'MAIL_FROM',
  SMTP: 'MAIL_URL',
  SMTP_HOST: 'MAIL_URL',
  SMTP_URL: 'MAIL_URL',
}

const ownPrefix = /^(?:POSTMARK|ADMIN|STAFF|MAIL|PUSH|TRUST|HSTS|METRICS|SECRETS)_/

/** The settings of OpenTelemetry, with which earlier versions made traces. */
const tracesPrefix = /^OTEL_/

type Names = {
  readonly known: readonly string[]
  readonly environment: readonly string[]
  readonly file: readonly string[]
}

/** Warns of similar names in the environment and of all unknown names in the file, without values. */
export function misspelledSettings({ known, environment, file }: Names): string[] {
  const findUnknown = (names: readonly string[]) =>
    names.filter((name) => !known.includes(name) && !tracesPrefix.test(name))
  const ofFile = new Set(findUnknown(file))
  const warnings = [...ofFile].map((name) => `${name} in .env is no setting of this program.${hint(name, known)}`)
  const others = findUnknown(environment).filter((name) => !ofFile.has(name) && suggestion(name, known))
  warnings.push(...others.map((name) => `${name} is no setting of this program.${hint(name, known)}`))
  const traces = environment.filter((name) => tracesPrefix.test(name))
  if (traces.length > 0) warnings.push(`${traces.join(', ')}: no longer used, because this program makes no traces.`)
  return warnings
}

function hint(name: string, known: readonly string[]): string {
  const meant = suggestion(name, known)
  return meant === undefined ? '' : ` Did you mean ${meant}?`
}

function suggestion(name: string, known: readonly string[]): string | undefined {
  const written = name.toUpperCase()
  const other = otherNames[written]
  if (other !== undefined) return other
  const prefix = ownPrefix.exec(written)?.[0]
  const near = known
    // The others are too far away for the distance to be worth computing; environments have many names.
    .filter((setting) => prefix || Math.abs(setting.length - written.length) <= maxEdits(setting))
    .map((setting) => ({ setting, edits: editsBetween(written, setting) }))
    .filter(({ setting, edits }) => edits <= maxEdits(setting) || (prefix && setting.startsWith(prefix)))
    .toSorted((one, other) => one.edits - other.edits)
  return near[0]?.setting
}

/** PATH is two edits away from PORT. */
function maxEdits(setting: string): number {
  return setting.length > 5 ? 2 : 1
}

/** The Levenshtein distance. A start computes hundreds, in code that is not yet compiled. */
function editsBetween(from: string, to: string): number {
  const row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let index = 0; index < from.length; index++) {
    let left = index + 1
    for (let column = 0; column < to.length; column++) {
      const replaced = (row[column] ?? 0) + (from.charCodeAt(index) === to.charCodeAt(column) ? 0 : 1)
      row[column] = left
      left = Math.min((row[column + 1] ?? 0) + 1, left + 1, replaced)
    }
    row[to.length] = left
  }
  return row[to.length] ?? 0
}

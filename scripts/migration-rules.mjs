/** Changes that break the previous release while it runs beside the new one. */
const contractions = [
  ['drops something', /\bDROP\s+(?!INDEX\b|CONSTRAINT\b|DEFAULT\b|NOT\s+NULL\b)\w+/gi],
  ['renames something', /\bRENAME\s+(?:TO|COLUMN|CONSTRAINT)\b/gi],
  ['changes the type of a column', /\bALTER\s+COLUMN\s+"?\w+"?\s+(?:SET\s+DATA\s+)?TYPE\b/gi],
  ['forbids null in a column', /\bSET\s+NOT\s+NULL\b/gi],
  ['drops a default', /\bDROP\s+DEFAULT\b/gi],
  ['adds a column that a row needs', /\bADD\s+COLUMN\s+(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT\s+NULL\b/gi],
  ['adds a constraint', /\bADD\s+CONSTRAINT\b(?![^;]*\bFOREIGN\s+KEY\b)/gi],
  ['makes an index unique', /\bCREATE\s+UNIQUE\s+INDEX\b/gi],
]

/** Such a migration names the release that first did without what it takes away. */
const permission = /^-- Contracts: \S.*$/m

/**
 * The parts of a migration that break a running program of the release before. Unique indexes and constraints of tables
 * that the migration itself creates do not.
 *
 * @param {string} sql
 * @returns {string[]} what each does, such as `drops something: DROP TABLE`
 */
export function findContractions(sql) {
  const statements = sql.replaceAll(/--.*$/gm, '')
  const created = Array.from(statements.matchAll(/\bCREATE\s+TABLE\s+"?(\w+)"?/gi), ([, table = '']) => table)
  const isOfNewTable = (/** @type {number} */ index) => {
    const statement = statements.slice(statements.lastIndexOf(';', index) + 1).split(';')[0] ?? ''
    return created.some((table) => new RegExp(`\\b(?:ON|TABLE)\\s+"?${table}"?`, 'i').test(statement))
  }
  return contractions.flatMap(([what, pattern]) =>
    Array.from(statements.matchAll(/** @type {RegExp} */ (pattern)))
      .filter(({ index }) => !isOfNewTable(index))
      .map(([text]) => `${what}: ${text.replaceAll(/\s+/g, ' ')}`),
  )
}

/**
 * @param {Readonly<Record<string, string>>} migrations text by path, such as `sqlite/NAME/migration.sql`
 * @returns {string[]} a sentence for each migration that must not be released
 */
export function forbiddenMigrations(migrations) {
  return Object.entries(migrations).flatMap(([path, sql]) => {
    const found = findContractions(sql)
    if (found.length === 0 || permission.test(sql)) return []
    return [
      `${path} ${found.join('; ')}. Processes of the release before run on the new schema. Do without it in one release, and take it away in the next with a line "-- Contracts: nothing since VERSION uses it".`,
    ]
  })
}

import type { Readable } from 'node:stream'
import { BackupFailed, type Contents, changeColumns } from '#server/database/backup.ts'
import { runClientProgram } from './client-programs.ts'

/**
 * Reads every row of an archive of pg_dump, without a server.
 *
 * @throws {BackupFailed} when it is damaged, or pg_restore is not installed
 */
export async function archiveContents(file: string): Promise<Contents> {
  let contents: Contents | undefined
  await runClientProgram('pg_restore', ['--data-only', '--file=-', file], {
    async onOutput(output) {
      contents = await scriptContents(output)
    },
  })
  if (!contents) throw new BackupFailed('pg_restore wrote nothing.')
  return contents
}

/**
 * @param script of pg_restore
 * @throws {BackupFailed} for the data of another program
 */
export async function scriptContents(script: Readable): Promise<Contents> {
  const reader = new ScriptReader()
  for await (const line of linesOf(script)) reader.read(line)
  return reader.contents()
}

/** Not by `readline`, which also ends lines at characters that visitors may have typed. */
async function* linesOf(output: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const text of output.setEncoding('utf8')) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

type Copied = { readonly table: string; readonly columns: readonly string[] }

/** Understands the COPY blocks of a script: one row per line, values separated by tabs. */
class ScriptReader {
  readonly #tables = new Map<string, number>()
  readonly #newest = new Map<string, string>()
  readonly #migrations: string[] = []
  #copied: Copied | undefined

  read(line: string): void {
    if (!this.#copied) this.#copied = this.#begin(line)
    else if (line === '\\.') this.#copied = undefined
    else this.#row(this.#copied, line)
  }

  #begin(line: string): Copied | undefined {
    const [, table, columns] = /^COPY (?:"?public"?\.)?"?(\w+)"? \((.*)\) FROM stdin;$/.exec(line) ?? []
    if (table === undefined || columns === undefined) return undefined
    this.#tables.set(table, 0)
    return { table, columns: columns.split(', ').map((name) => name.replaceAll('"', '')) }
  }

  #row({ table, columns }: Copied, line: string): void {
    this.#tables.set(table, (this.#tables.get(table) ?? 0) + 1)
    const change = changeColumns[table]
    if (change === undefined && table !== '_prisma_migrations') return
    const values = line.split('\t')
    const value = (name: string) => values[columns.indexOf(name)] ?? absent
    if (change !== undefined) this.#note(table, value(change))
    else if (value('finished_at') !== absent && value('rolled_back_at') === absent)
      this.#migrations.push(value('migration_name'))
  }

  #note(table: string, time: string): void {
    // In UTC, so that the texts are ordered as the times are.
    if (time !== absent && time > (this.#newest.get(table) ?? '')) this.#newest.set(table, time)
  }

  contents(): Contents {
    if (this.#migrations.length === 0 || !this.#tables.has('project_estimates'))
      throw new BackupFailed('It is an archive of pg_dump, but not of a database of this program.')
    const times = [...this.#newest.values()].toSorted()
    return {
      migrations: this.#migrations.toSorted((one, other) => (one < other ? -1 : 1)),
      tables: Object.fromEntries([...this.#tables].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      newestEstimate: isoTime(this.#newest.get('project_estimates')),
      newestChange: isoTime(times.at(-1)),
    }
  }
}

/** COPY writes NULL so. */
const absent = '\\N'

/** @param text such as `2026-01-05 12:00:00.123+00` */
function isoTime(text: string | undefined): string | null {
  return text === undefined ? null : new Date(text.replace(' ', 'T').replace(/\+00$/, 'Z')).toISOString()
}

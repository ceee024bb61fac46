const scheme = 'file:'

/** Whether a database URL is that of a SQLite file. */
export function isSqliteUrl(url: string): boolean {
  return url.startsWith(scheme)
}

/** @param url of a SQLite file, `file:` and its path */
export function sqlitePath(url: string): string {
  return url.slice(scheme.length)
}

/** Counts how often something was seen. */
export class Tally extends Map<string, number> {
  note(what: string | number, times = 1): void {
    this.set(String(what), (this.get(String(what)) ?? 0) + times)
  }

  /** Such as `12 × 200, 3 × 503`. */
  summary(): string {
    return [...this].map(([what, times]) => `${times} × ${what}`).join(', ')
  }

  /** Returns what was seen besides these. */
  except(...expected: readonly string[]): string[] {
    return [...this.keys()].filter((what) => !expected.includes(what))
  }
}

const boroughs: readonly [name: string, written: RegExp, zip: RegExp][] = [
  ['Staten Island', /\bstaten island\b/i, /^103/],
  ['Bronx', /\bbronx\b/i, /^104/],
  ['Brooklyn', /\bbrooklyn\b/i, /^112/],
  ['Queens', /\bqueens\b/i, /^11(?:0|1|3|4|6)/],
  ['Manhattan', /\bmanhattan\b/i, /^10[0-2]/],
]

/** The borough and the ZIP code of a place that a visitor typed, such as `Queens 11102`, or the whole text without either. */
export function shortPlace(location: string): string {
  // The last one: house numbers have five digits, too.
  const zip = location.match(/\b\d{5}(?=(?:-\d{4})?\b)/g)?.at(-1)
  const [borough] =
    boroughs.find(([, written]) => written.test(location)) ??
    boroughs.find(([, , codes]) => zip !== undefined && codes.test(zip)) ??
    []
  return [borough, zip].filter(Boolean).join(' ') || location
}

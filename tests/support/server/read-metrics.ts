/** The samples of a scrape: `name{label="value",…}` to value. */
export type Samples = ReadonlyMap<string, number>

export async function readMetrics(origin: string): Promise<Samples> {
  const response = await fetch(`${origin}/metrics`)
  if (!response.ok) throw new Error(`/metrics answered ${response.status}`)
  return samplesOf(await response.text())
}

function samplesOf(text: string): Samples {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

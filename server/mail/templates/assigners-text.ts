import { safeLine } from './safe-text.ts'

const maxNameLength = 100

/** Words the beginning of a sentence, for instance “Ana Ruiz and Ben Ito”. */
export function assignersText(names: readonly string[]): string {
  const [first, second, third] = names.map((name) => safeLine(name, maxNameLength))
  if (first === undefined) return 'A colleague'
  if (second === undefined) return first
  return third === undefined ? `${first} and ${second}` : 'Several colleagues'
}

import { company, licenseLine } from '#shared/company.ts'
import type { Answer } from './estimate-answers.ts'
import { safeText } from './safe-text.ts'

export function emailText(heading: string, blocks: readonly string[]): string {
  const { address, phone, hours } = company
  const footer = [
    '-- ',
    company.legalName,
    `${address.street}, ${address.city}, ${address.region} ${address.postalCode}`,
    `${phone.display}, ${hours}`,
    licenseLine,
  ].join('\n')
  const title = `${company.name.toUpperCase()}\n${heading}\n${'='.repeat(heading.length)}`
  return `${safeText([title, ...blocks, footer].join('\n\n'))}\n`
}

export function textTable(answers: readonly Answer[]): string {
  const short = answers.filter((answer) => !answer.long)
  const width = Math.max(0, ...short.map(({ label }) => label.length))
  const rows = short.map(({ label, value }) => `${label.padEnd(width)}   ${value}`)
  const sections = answers
    .filter((answer) => answer.long)
    .map(({ label, value }) => `${label}:\n${value.replace(/^(?=.)/gm, '  ')}`)
  return [rows.join('\n'), ...sections].filter((part) => part !== '').join('\n\n')
}

/** Wraps at 72 characters. Longer words stay whole. */
export function wrapped(paragraph: string): string {
  return paragraph.replace(/(.{1,72})(?: +|$)/g, '$1\n').trimEnd()
}

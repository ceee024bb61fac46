import { company } from './company.ts'
import type { Company } from './company-schema.ts'

export type Service = Company['services'][number]

/** By the last part of the path of their pages, which only those with a `page` have. */
export function servicesBySlug(): ReadonlyMap<string, Service> {
  const services = new Map<string, Service>()
  for (const service of company.services) {
    const slug = toSlug(service.name)
    let free = slug
    for (let count = 2; services.has(free); count += 1) free = `${slug}-${count}`
    services.set(free, service)
  }
  return services
}

function toSlug(name: string): string {
  const plain = name.normalize('NFD').replace(/[\u0300-\u036f'’]/g, '')
  const words = plain.toLowerCase().match(/[a-z\d]+/g)
  return words?.join('-') ?? 'service'
}

/** An empty line begins a paragraph. */
export function toParagraphs(text: string): string[] {
  return text.split(/\n\s*\n/).map((paragraph) => paragraph.trim().replace(/\s+/g, ' '))
}

/** A short word before a period is an abbreviation, as in "St. George". */
export function firstSentence(text: string): string {
  const [first = ''] = toParagraphs(text)
  return /^.*?\w{3}[.!?](?=\s|$)/.exec(first)?.[0] ?? first
}

import type { ReactElement } from 'react'
import { renderHtml } from './email-layout.tsx'
import { compactText, safeText } from './safe-text.ts'

/** An email's kinds differ in which answers are missing. */
const maxTemplates = 64

type Piece = {
  /** HTML that precedes the text. */
  readonly html: string
  readonly textIndex: number
  /** The component's markup for a line break. */
  readonly lineBreak: string
}

type Template = { readonly pieces: readonly Piece[]; readonly end: string }

/**
 * Renders like {@link renderHtml}, but runs the component only once for all properties that differ in nothing but
 * texts. So the component may show a text or split it into lines, and must not look into it otherwise.
 */
export function prerendered<Props extends object>(Email: (props: Props) => ReactElement): (props: Props) => string {
  const templates = new Map<string, Template>()
  return (props) => {
    const texts: string[] = []
    const kind = kindOf(props, texts)
    let template = templates.get(kind)
    if (!template) {
      template = templateOf(Email, props)
      if (templates.size >= maxTemplates) templates.clear()
      templates.set(kind, template)
    }
    const parts = template.pieces.map(
      ({ html, textIndex, lineBreak }) => html + escaped(texts[textIndex] ?? '').replaceAll('\n', lineBreak),
    )
    return parts.join('') + template.end
  }
}

/** Private-use characters are in no template. */
const mark = (index: number) => `\ue000${index}\n\ue001`
const marks = /\ue000(\d+)(\n|<br\/>)\ue001/g

function templateOf<Props extends object>(Email: (props: Props) => ReactElement, props: Props): Template {
  let count = 0
  const marked = withMarks(props, () => mark(count++)) as Props
  const html = renderHtml(Email(marked))
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: whole, 1: textIndex, 2: lineBreak = '', index } of html.matchAll(marks)) {
    const before = html.slice(end, index)
    pieces.push({ html: compactText(before), textIndex: Number(textIndex), lineBreak: compactText(lineBreak) })
    end = index + whole.length
  }
  return { pieces, end: compactText(html.slice(end)) }
}

/** @returns what differs between templates; adds all texts to `texts` */
function kindOf(value: unknown, texts: string[]): string {
  if (typeof value === 'string') {
    texts.push(value)
    return "''"
  }
  if (typeof value !== 'object' || value === null) return String(value)
  let kind = '{'
  for (const [name, member] of Object.entries(value)) kind += `${name}:${kindOf(member, texts)},`
  return `${kind}}`
}

/** Replaces texts in the order of {@link kindOf}. */
function withMarks(value: unknown, next: () => string): unknown {
  if (typeof value === 'string') return next()
  if (Array.isArray(value)) return value.map((member) => withMarks(member, next))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withMarks(member, next)]))
}

const entities: Readonly<Record<string, string>> = {
  '"': '&quot;',
  "'": '&#x27;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
}

/** Escapes as React does. */
function escaped(text: string): string {
  return safeText(text).replace(/["'&<>]/g, (character) => entities[character] ?? character)
}

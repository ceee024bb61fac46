import { safeText } from './safe-text.ts'

/** HTML that is known to be safe: written by us, or escaped. */
class SafeHtml {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

export type Html = SafeHtml
type Interpolated = string | number | Html | readonly Html[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return safeText(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

function markupOf(value: Interpolated): string {
  if (value instanceof SafeHtml) return value.toString()
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value))
  return value.map(markupOf).join('')
}

/**
 * Tag of a template literal of HTML: every text put into it is escaped, for element content and for attribute values
 * in quotes alike. Only what this tag or {@link raw} made goes in as it is.
 */
export function html(markup: TemplateStringsArray, ...values: readonly Interpolated[]): Html {
  return new SafeHtml(
    markup.reduce((text, part, index) => {
      const value = values[index - 1]
      return `${text}${value === undefined ? '' : markupOf(value)}${part}`
    }),
  )
}

/** Markup that stands in our own source and nowhere else; never pass anything that came from outside. */
export function raw(markup: string): Html {
  return new SafeHtml(markup)
}

/** A text of several lines, with its line breaks kept in mail programs that know no `white-space`. */
export function htmlLines(text: string): Html {
  const [first = '', ...others] = safeText(text).split('\n')
  return html`${first}${others.map((line) => html`<br>${line}`)}`
}

import { Window } from 'happy-dom'

export function parsed(html: string) {
  return new new Window().DOMParser().parseFromString(html, 'text/html')
}

/** Lists every element with its attributes, in document order. */
export function skeleton(html: string): string[] {
  return [...parsed(html).querySelectorAll('*')].map((element) => {
    const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`)
    return `${element.tagName} ${attributes.join(' ')}`
  })
}

export function visibleText(html: string): string {
  return (parsed(html).body.textContent ?? '').replace(/\s+/g, ' ')
}

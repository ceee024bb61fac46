import { pageHead, pageHeadSelector } from '#shared/page-head.ts'
import type { Page } from '#shared/pages.ts'
import { shareImage } from '#shared/site-images.ts'

/** Updates the document's head to that of a fresh load. */
export function showPageHead(page: Page): void {
  document.title = page.title
  document.querySelector('meta[name="description"]')?.setAttribute('content', page.description)
  const origin = publicOrigin()
  const former = document.head.querySelectorAll(pageHeadSelector)
  document.head.append(
    ...pageHead(page, origin).map(({ name, attributes, text = '' }) => {
      const element = document.createElement(name)
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
      element.textContent = text
      return element
    }),
  )
  for (const element of former) element.remove()
}

/** Except in development, the share image's URL has the public origin, which may differ from the page's. */
function publicOrigin(): string {
  const image = document.querySelector('meta[property="og:image"]')?.getAttribute('content')
  return image?.endsWith(shareImage.path) ? image.slice(0, -shareImage.path.length) : location.origin
}

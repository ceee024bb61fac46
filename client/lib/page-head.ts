import { pageHead, pageHeadSelector } from '#shared/page-head.ts'
import type { Page } from '#shared/pages.ts'
import { shareImage } from '#shared/site-images.ts'

/** Has the document's head say of a page what a fresh load of it would have said. */
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

/**
 * The address that the server has put into the page, which may be another than the one it was loaded from. It is read
 * off the share image, which every page names; in development none does.
 */
function publicOrigin(): string {
  const image = document.querySelector('meta[property="og:image"]')?.getAttribute('content')
  return image?.endsWith(shareImage.path) ? image.slice(0, -shareImage.path.length) : location.origin
}

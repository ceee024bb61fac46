import type { DetachedWindowAPI } from 'happy-dom'

/** Sets the address that the page of a test seems to come from, which its requests go to. */
export function setPageAddress(url: string): void {
  const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI }
  happyDOM.setURL(url)
}

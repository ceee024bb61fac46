import type { FirstTouch } from '#shared/estimates/lead-source.ts'
import { firstTouchKey, readFields, tabStorage } from './device-storage.ts'

let touch: Record<string, unknown> | FirstTouch | undefined

/**
 * How the visit of this tab began. The first call notes it, so it has to come on the first page, before the router changes
 * the address. Where storage is blocked, it is known until the page is loaded anew. The server reads it as the text of a stranger.
 */
export function getFirstTouch(): object {
  touch ??= readFields(tabStorage.read(firstTouchKey))
  if (!touch) {
    touch = readPage()
    tabStorage.write(firstTouchKey, JSON.stringify(touch))
  }
  return touch
}

/** No other parameter of the link is read: many identify a click. */
function readPage(): FirstTouch {
  const referrer = new URL(document.referrer || location.href)
  const isOurs = referrer.hostname === location.hostname
  // Who left the first page before its scripts had come is on the second one now, which knows the first one's address.
  const first = isOurs ? referrer : new URL(location.href)
  const [source = null, medium = null, campaign = null] = ['source', 'medium', 'campaign'].map((tag) =>
    first.searchParams.get(`utm_${tag}`),
  )
  return {
    ...{ source, medium, campaign },
    referrer: isOurs ? null : referrer.hostname,
    landing: first.pathname,
  }
}

/** Opens a place in the phone's app for maps, or in the browser. */
export function mapHref(place: string): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`
}

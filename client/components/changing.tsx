/**
 * Shows text that changes beside other text. A page translator replaces text nodes with its own elements, so React
 * would update a node that is no longer in the page, or fail to remove it. When a string is all that an element has,
 * React sets the element's text instead. A key would make a new element, which React could not insert before a replaced
 * text.
 */
export function Changing({ children }: { children: string }) {
  return <span>{children}</span>
}

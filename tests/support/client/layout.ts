import { vi } from 'vitest'

/** Gives every element a height, in pixels: the tests' window lays nothing out, so all of them would fit into it. */
export function giveHeights(height: number): void {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(height)
}

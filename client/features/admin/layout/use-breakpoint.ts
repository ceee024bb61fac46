import { useMediaQuery } from '@mantine/hooks'

/** Mantine has these breakpoints, in em. */
const breakpoints = { sm: 48, md: 62, lg: 75, xl: 88 }

/** Whether the window is narrower than a breakpoint: below `sm` it is a phone's, below `md` a phone's or a tablet's. */
export function useBelow(name: 'sm' | 'md' | 'lg'): boolean {
  return useMediaQuery(`(max-width: ${breakpoints[name] - 0.01}em)`, false, { getInitialValueInEffect: false })
}

/** Whether the window is at least as wide as a breakpoint. */
export function useFrom(name: 'lg' | 'xl'): boolean {
  return useMediaQuery(`(min-width: ${breakpoints[name]}em)`, true, { getInitialValueInEffect: false })
}

import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is a phone's or a tablet's: below the breakpoint `md`. */
export function useNarrow(): boolean {
  return useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false })
}

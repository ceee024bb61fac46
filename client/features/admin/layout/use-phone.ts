import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is a phone's: below the breakpoint `sm`. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
}

import { useMediaQuery } from '@mantine/hooks'

/** Whether all columns of the compact view fit: from the breakpoint `lg`. */
export function useWide(): boolean {
  return useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
}

/** Whether the saved views fit beside the list: from the breakpoint `xl`. */
export function useRoomBeside(): boolean {
  return useMediaQuery('(min-width: 88em)', true, { getInitialValueInEffect: false })
}

import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { theme } from './theme.ts'

// The style sheets follow the system by media query, so there is nothing to choose, store or look up.
const systemColorScheme: MantineColorSchemeManager = {
  get: () => 'auto',
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}

/**
 * The part of a page that uses Mantine's components. It is not around the whole site: the pages that anyone may land on
 * use Mantine's variables only and need none of its scripts. Neither variables nor classes are written from here, since
 * the content security policy allows no style elements; they are in client/theme/*.css.
 */
export function MantineRegion({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={systemColorScheme}
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
    >
      {children}
    </MantineProvider>
  )
}

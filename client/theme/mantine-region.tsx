import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormerControls } from '#client/lib/former-controls.ts'
import { theme } from './theme.ts'

// The style sheets follow the system by media query, so there is nothing to manage.
const systemColorScheme: MantineColorSchemeManager = {
  get: () => 'auto',
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}

/**
 * Only pages that use it load Mantine's scripts. Its variables and classes are in client/theme/*.css, since the content
 * security policy allows no style elements.
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
      <FormerControls last />
      {children}
    </MantineProvider>
  )
}

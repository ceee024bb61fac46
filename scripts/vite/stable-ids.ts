import type { Plugin } from 'vite'

/**
 * Keeps Mantine's inputs from rendering twice. For versions of React without `useId`, `useId` of `@mantine/hooks` sets a
 * second, random id on mount: a form of twelve fields then hydrates in one task, which blocks a phone for 70 ms.
 */
export function stableIds(): Plugin {
  const id = '\0stable-ids'
  return {
    name: 'stable-ids',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source.endsWith('/use-id/use-id.mjs') && importer?.includes('@mantine/hooks') ? id : undefined,
    // Starts like Mantine's, which prerenders the pages.
    load: (asked) =>
      asked === id
        ? `import { useId as useReactId } from 'react'
export function useId(staticId) {
  const reactId = useReactId()
  return typeof staticId === 'string' ? staticId : \`mantine-\${reactId.replace(/:/g, '')}\`
}`
        : undefined,
  }
}

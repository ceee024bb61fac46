import type { Plugin } from 'vite'

/**
 * Keeps Mantine's inputs from being rendered twice. `useId` of `@mantine/hooks` gives each of them a second, random id
 * when it is mounted, also where it has one of its own, for versions of React without `useId`: a form of twelve fields
 * then comes to life in one piece, which blocks a phone for 70 ms. This one keeps the id that React gave.
 */
export function stableIds(): Plugin {
  const id = '\0stable-ids'
  return {
    name: 'stable-ids',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source.endsWith('/use-id/use-id.mjs') && importer?.includes('@mantine/hooks') ? id : undefined,
    // The same as Mantine's before its change, since the build writes the pages with that.
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

import type { Plugin } from 'vite'

/**
 * `useId` of `@mantine/hooks` sets a second, random id on mount for old versions of React. A form of twelve fields then
 * hydrates in one task, which blocks a phone for 70 ms.
 */
export function stableIds(): Plugin {
  const id = '\0stable-ids'
  return {
    name: 'stable-ids',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source.endsWith('/use-id/use-id.mjs') && importer?.includes('@mantine/hooks') ? id : undefined,
    // Prerendered pages have Mantine's ids, which start like this.
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

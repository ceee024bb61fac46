import type { Plugin, Rule } from 'postcss'

const attributeName = 'data-mantine-color-scheme'
const schemeAttribute = /\[data-mantine-color-scheme(?:=(['"]?)(light|dark)\1)?\]/g

/**
 * Makes Mantine's style sheets, and `light-dark()` in ours, follow the system's color scheme by media query. Mantine
 * uses an attribute that a script sets, but pages must look right without scripts.
 *
 * `[data-mantine-color-scheme='dark'] .a` becomes `:root .a` within `@media (prefers-color-scheme: dark)`; `:root` keeps
 * the selector's specificity.
 */
export function systemColorScheme(): Plugin {
  return {
    postcssPlugin: 'system-color-scheme',
    // By then mixins and nested rules are expanded.
    OnceExit(root, { AtRule }) {
      root.walkRules((rule) => {
        if (!rule.selector.includes(attributeName)) return
        for (const [scheme, selectors] of bySchemes(rule)) {
          const variant = rule.clone({ selectors })
          if (scheme === 'any') {
            rule.before(variant)
            continue
          }
          const media = new AtRule({ name: 'media', params: `(prefers-color-scheme: ${scheme})` })
          media.append(variant)
          rule.before(media)
        }
        rule.remove()
      })
    },
  }
}

function bySchemes(rule: Rule): Map<'any' | 'light' | 'dark', string[]> {
  const groups = new Map<'any' | 'light' | 'dark', string[]>()
  for (const selector of rule.selectors) {
    const schemes = new Set(Array.from(selector.matchAll(schemeAttribute), (match) => match[2]).filter(Boolean))
    if (schemes.size > 1) continue
    const scheme = schemes.has('dark') ? 'dark' : schemes.has('light') ? 'light' : 'any'
    groups.set(scheme, [...(groups.get(scheme) ?? []), selector.replace(schemeAttribute, ':root')])
  }
  return groups
}

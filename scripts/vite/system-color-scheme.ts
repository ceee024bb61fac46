import type { Plugin, Rule } from 'postcss'

const attributeName = 'data-mantine-color-scheme'
const schemeAttribute = /\[data-mantine-color-scheme(?:=(['"]?)(light|dark)\1)?\]/g

/**
 * Mantine follows an attribute that a script sets, but pages must look right without scripts, so media queries replace
 * it. `:root` keeps the selector's specificity.
 */
export function systemColorScheme(): Plugin {
  return {
    postcssPlugin: 'system-color-scheme',
    // Mixins and nested rules are expanded by then.
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

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, it } from 'vitest'
import { layers, packageFolders, routerTypeFile } from '../../scripts/lint/layers.mjs'

const files = execFileSync('git', ['ls-files', 'shared', 'server', 'client'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:tsx?|js)$/.test(file) && !/\.d\.ts$|^client\/public\//.test(file))

const isIn = (file: string, entry: string) => file === entry || file.startsWith(`${entry}/`)

/** The entry that a file belongs to, and the number of its row. */
function toSecretPlace(file: string, side: keyof typeof layers) {
  return layers[side]
    .flatMap((entries, row) => entries.map((entry) => ({ entry, row })))
    .filter(({ entry }) => isIn(file, entry))
    .toSorted((one, other) => other.entry.length - one.entry.length)[0]
}

/** Returns where an import leads, from the top of the repository, or the name of a package. */
function target(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  return specifier.startsWith('#') ? specifier.slice(1) : specifier
}

function forbiddenImports(file: string, text: string): string[] {
  const side = file.startsWith('client/') ? 'client' : 'server'
  const from = toSecretPlace(file, side)
  if (!from) return [`${file} is in no row`]
  const specifiers = Array.from(text.matchAll(/(?:from|import)\s*\(?\s*'([^'?]+)/g), ([, specifier = '']) => specifier)
  return specifiers.flatMap((specifier) => {
    const to = target(file, specifier)
    const restriction = packageFolders.find(({ packages }) => packages.test(to))
    if (restriction) return restriction.folders.some((folder) => isIn(file, folder)) ? [] : [`${file} > ${to}`]
    if (!/^(?:shared|server|client|prisma)\//.test(to) || file === routerTypeFile) return []
    const place = toSecretPlace(to, side)
    return place && (place.entry === from.entry || place.row < from.row) ? [] : [`${file} > ${to}`]
  })
}

it('each file imports its own folder, those in earlier rows, and packages of its side', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap((file) => forbiddenImports(file, readFileSync(file, 'utf8')))).toEqual([])
})

it.each([
  ['server/accounts/limits/limits.ts', '#server/accounts/people/invite.ts'],
  ['server/reports/overview.ts', '../saved-views/saved-views.ts'],
  ['server/privacy/retention.ts', 'fastify'],
  ['shared/account.ts', 'node:fs'],
  ['shared/account.ts', '#server/clock.ts'],
  ['client/lib/api.ts', '#server/trpc/router.ts'],
  ['client/features/home/hero.tsx', '../privacy/privacy-page.tsx'],
  ['client/components/icon.tsx', '#client/features/admin/ui/menu.tsx'],
])('%s may not import %s', (file, specifier) => {
  expect(forbiddenImports(file, `import { it } from '${specifier}'`)).toHaveLength(1)
})

it('the documentation shows the same rows', () => {
  const document = readFileSync('docs/architecture.md', 'utf8')
  for (const rows of Object.values(layers)) expect(document).toContain(rows.map((row) => row.join(', ')).join('\n'))
})

// Which folder may import which. tests/scripts/layers.test.ts checks it, and that docs/architecture.md shows the same rows.

/**
 * Folders and files, lowest first. A file imports its own folder and what stands in earlier rows. The longest path that fits a file
 * counts, so `server` has the files beside the folders.
 *
 * @type {Record<'server' | 'client', readonly (readonly string[])[]>}
 */
export const layers = {
  server: [
    ['shared', 'prisma/generated'],
    ['server'],
    ['server/database'],
    ['server/config.ts'],
    ['server/logging', 'server/accounts/secrets', 'server/start-problem.ts', 'server/estimates/matching'],
    ['server/accounts/limits', 'server/accounts/email-links'],
    ['server/accounts/sessions'],
    ['server/accounts/audit', 'server/mail'],
    [
      ...['server/accounts/passwords', 'server/calendar-feed', 'server/nudges', 'server/push', 'server/reports'],
      'server/saved-views',
    ],
    ['server/accounts/second-factor', 'server/estimates/submit'],
    ['server/accounts/sign-in', 'server/accounts/own-account', 'server/estimates/timeline'],
    ['server/estimates/list'],
    ['server/estimates/work', 'server/estimates/export'],
    ['server/accounts/people', 'server/estimates/visitor', 'server/estimates/photos'],
    ['server/company', 'server/privacy'],
    ['server/first-day', 'server/http', 'server/live', 'server/jobs', 'server/telemetry'],
    ['server/trpc', 'server/site'],
    ['server/plugins'],
    ['server/app.ts'],
    ['server/read-config.ts', 'server/open-server.ts'],
    ['server/run-server.ts', 'server/cli'],
    ['server/main.ts', 'server/demo'],
  ],
  client: [
    ['shared'],
    ['client/lib'],
    ['client/theme', 'client/start.ts'],
    ['client/components'],
    ['client/features/admin/live', 'client/features/admin/ui', 'client/features/photos'],
    ['client/features/admin/layout'],
    ['intake', 'list', 'palette', 'people', 'report'].map((room) => `client/features/admin/${room}`),
    ['client/features/admin/estimate'],
    ['company', 'privacy', 'today'].map((room) => `client/features/admin/${room}`),
    ['client/features/admin/offline'],
    [
      ...[
        'accessibility',
        'account',
        'auth',
        'confirmation',
        'estimate-form',
        'home',
        'privacy',
        'request',
        'services',
      ],
      'social-proof',
    ].map((feature) => `client/features/${feature}`),
    ['client/routes'],
    ['client/route-tree.gen.ts'],
    ['client/router.tsx'],
    ['client/app.tsx'],
    ['client/entry-client.tsx', 'client/entry-prerender.tsx', 'client/request-photos.ts'],
    ['client/prerender'],
  ],
}

/** The one file of the client that imports the server: the type of its router. */
export const routerTypeFile = 'client/lib/api-types.ts'

/**
 * The folders that may import packages that not every folder knows.
 *
 * @type {readonly { readonly packages: RegExp, readonly folders: readonly string[] }[]}
 */
export const packageFolders = [
  {
    packages: /^(?:fastify|fastify-plugin|@fastify\/.*)$/,
    folders: [
      'accounts/limits',
      'accounts/sessions',
      'app.ts',
      'http',
      'jobs',
      'live',
      'open-server.ts',
      'plugins',
      'run-server.ts',
      'site',
      'trpc',
    ].map((name) => `server/${name}`),
  },
  {
    packages: /^@trpc\/server.*$/,
    folders: ['client/lib', 'server/http', 'server/live', 'server/plugins', 'server/trpc'],
  },
  { packages: /^(?:react|react-dom)(?:\/.*)?$/, folders: ['client', 'server/mail/templates', 'server/site'] },
  { packages: /^(?:@mantine|@tanstack)\/.*$/, folders: ['client'] },
  { packages: /^node:.*$/, folders: ['client/prerender', 'server'] },
]

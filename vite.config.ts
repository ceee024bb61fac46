import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import mantinePreset from 'postcss-preset-mantine'
import simpleVariables from 'postcss-simple-vars'
import { defineConfig } from 'vite'
import { scopedClassName } from './scripts/vite/class-names.ts'
import { companyScript } from './scripts/vite/company-script.ts'
import { developmentServer } from './scripts/vite/development-server.ts'
import { frameChunk } from './scripts/vite/frame-chunk.ts'
import { oneByteScripts } from './scripts/vite/one-byte-scripts.ts'
import { assetFileNames, photos } from './scripts/vite/photos.ts'
import { prerenderedSite } from './scripts/vite/prerendered-site.ts'
import { shippedPackages } from './scripts/vite/shipped-packages.ts'
import { stableIds } from './scripts/vite/stable-ids.ts'
import { staffChunk } from './scripts/vite/staff-chunk.ts'
import { subsetFonts } from './scripts/vite/subset-fonts.ts'
import { systemColorScheme } from './scripts/vite/system-color-scheme.ts'
import { wasmFiles } from './scripts/vite/wasm-files.ts'

// Mantine's, for media queries, which cannot read custom properties.
const breakpoints = {
  'mantine-breakpoint-xs': '36em',
  'mantine-breakpoint-sm': '48em',
  'mantine-breakpoint-md': '62em',
  'mantine-breakpoint-lg': '75em',
  'mantine-breakpoint-xl': '88em',
}

/** They have files that are not scripts, or start threads (docs/decisions/001). */
const shippedWhole = ['better-sqlite3', 'piscina', 'sharp']

/** An alternative of pg, and what Fastify compiles schemas with, which no route has. */
const neverLoaded = ['pg-native', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

// Three builds from one configuration: the browser's files, the program that renders the public pages, and the
// server with everything it needs but three packages (docs/decisions/001).
export default defineConfig(({ command }) => ({
  root: path('client'),
  publicDir: path('client/public'),
  cacheDir: path('node_modules/.vite'),
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: path('client/routes'),
      generatedRouteTree: path('client/route-tree.gen.ts'),
    }),
    react(),
    stableIds(),
    subsetFonts(),
    photos(),
    companyScript(),
    developmentServer(),
    prerenderedSite(),
    shippedPackages(),
    oneByteScripts(),
    wasmFiles(),
  ],
  css: {
    modules: { generateScopedName: scopedClassName },
    postcss: { plugins: [simpleVariables({ variables: breakpoints }), mantinePreset(), systemColorScheme()] },
  },
  // Rolldown's ten lines about slow plugins read like a fault at the first `npm start`.
  build: { rolldownOptions: { checks: { bundlerTimings: false } } },
  environments: {
    client: {
      // Small files stay files: as data URLs they would swell the scripts that they are in.
      build: {
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        outDir: path('dist/client'),
        emptyOutDir: true,
        sourcemap: false,
        manifest: 'manifest.json',
        rolldownOptions: {
          input: [path('client/index.html'), path('client/start.ts'), path('client/request-photos.ts')],
          output: {
            assetFileNames,
            // The server writes the page that names it, and knows no hashes.
            entryFileNames: ({ name }) => (name === 'request-photos' ? '[name].js' : 'assets/[name]-[hash:7].js'),
            // Each page lists them, and should reach a phone with the first packets.
            chunkFileNames: 'assets/[hash:7].js',
            codeSplitting: { groups: [frameChunk(path('client/entry-client.tsx')), staffChunk()] },
          },
        },
      },
    },
    prerender: {
      consumer: 'server',
      resolve: command === 'build' ? { noExternal: true, external: shippedWhole } : {},
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      build: {
        // As in the browser's build, or the markup would not be what the browser's scripts expect.
        assetsInlineLimit: 0,
        outDir: path('dist/prerender'),
        emptyOutDir: true,
        ssr: true,
        copyPublicDir: false,
        minify: false,
        target: 'node20',
        rolldownOptions: {
          input: {
            'render-site': path('client/prerender/render-site.ts'),
            'render-process': path('client/prerender/render-process.ts'),
          },
          output: { assetFileNames, chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
    server: {
      consumer: 'server',
      // In development Node loads the libraries itself; many are CommonJS, which Vite bundles but does not run.
      resolve: command === 'build' ? { noExternal: true, external: [...shippedWhole, ...neverLoaded] } : {},
      // Or the bundle would have React's development build too, and use it where NODE_ENV is not set.
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      build: {
        outDir: path('dist/server'),
        emptyOutDir: true,
        ssr: true,
        emitAssets: true,
        copyPublicDir: false,
        minify: false,
        target: 'node20',
        rolldownOptions: {
          input: {
            main: path('server/main.ts'),
            'password-worker': path('server/accounts/passwords/password-worker.js'),
            'photo-worker': path('server/estimates/photos/photo-worker.js'),
            cli: path('server/cli/cli.ts'),
            staff: path('server/cli/staff.ts'),
            demo: path('server/demo/main.ts'),
          },
          // All in one folder, or what they share would not find the worker's file beside itself.
          // Names and lines stay, for stack traces.
          output: { chunkFileNames: '[name]-[hash].js', comments: { jsdoc: false } },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'prerender', 'server']) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
    },
  },
}))

// npm run icons: draws the icons and the share image into client/public.
process.argv.splice(2, 0, 'scripts/icons/write-site-images.ts')
await import('./run-ts.mjs')

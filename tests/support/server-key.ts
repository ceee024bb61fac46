/** Stands in for the key that an installation makes for itself, where a test has no whole server. */
export const testServerKey = Buffer.alloc(32, 'k')

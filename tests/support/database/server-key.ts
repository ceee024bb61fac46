/** Replaces the installation's key where a test has no server. */
export const testServerKey = Buffer.alloc(32, 'k')

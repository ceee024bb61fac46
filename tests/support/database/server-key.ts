/** Replaces the installation's key where a test has no server. */
export const testServerKey = Buffer.alloc(32, 'k')

/** Replaces the key that encrypts secrets. */
export const testSecretsKey = Buffer.alloc(32, 's')

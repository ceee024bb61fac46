import { fileURLToPath } from 'node:url'
import { readConfig } from './read-config.ts'
import { runServer } from './run-server.ts'

// The build puts the client beside the server.
await runServer(() => readConfig(), fileURLToPath(new URL('../client', import.meta.url)))

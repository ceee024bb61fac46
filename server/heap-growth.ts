import { setFlagsFromString } from 'node:v8'

/** By default, an export takes twice the memory (docs/decisions/020). */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=50')
}

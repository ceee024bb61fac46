import { setFlagsFromString } from 'node:v8'

/**
 * Makes V8 collect garbage once the heap has grown by 50 %. By default it may grow several times as large, and an export
 * takes twice the memory (docs/decisions/020). A V8 that does not know the flag ignores it.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=50')
}

import { setFlagsFromString } from 'node:v8'

/**
 * Has the process look for garbage before its heap is much more than half as large again as what was in use at the last
 * look. By itself V8 lets it grow several times as large where the machine has room, as it has no reason to hurry: the
 * file of all requests then takes more than twice the memory. See docs/decisions/020.
 *
 * Node's own way to set this while a process runs; where a later V8 does not know it, nothing changes.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=50')
}

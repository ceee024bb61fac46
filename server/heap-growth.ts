import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/**
 * The limit of both halves of the young generation. V8 would let them grow to twice as much in an export, and keep
 * that.
 */
const maxYoungBytes = 16 * 1024 * 1024
const checkIntervalMs = 250

/** By default, an export takes twice the memory (docs/decisions/020). */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=50')
  const checking = setInterval(() => {
    if (youngBytes() < maxYoungBytes) return
    // V8 reads its maximum only at the start, but this factor whenever the young generation grows.
    setFlagsFromString('--semi-space-growth-factor=1')
    clearInterval(checking)
  }, checkIntervalMs).unref()
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
}

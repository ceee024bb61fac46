/** Starting it again replaces the previous timeout. */
export function createTimer() {
  let timeout: ReturnType<typeof setTimeout> | undefined
  return {
    start(run: () => void, ms: number): void {
      clearTimeout(timeout)
      timeout = setTimeout(run, ms)
    },
    clear: (): void => clearTimeout(timeout),
  }
}

/** Never pass visitors' input. */
export function logError(message: string, cause?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that logs
  if (cause === undefined) console.error(message)
  // biome-ignore lint/suspicious/noConsole: as above
  else console.error(message, cause)
}
